/**
 * Filetests: a file of IR whose first lines say what is to be done with it and whose last lines say
 * what must come out. {@link dev.kiln.testkit.filetest.Filetest} is one file; {@code CONTRIBUTING}
 * tells how to write and to bless one.
 *
 * <pre>
 * // test: pass simplify                       one of the commands below
 * // run: x=[1, 2], y=zeros(2) =&gt; y=[2, 4]    any number of these, with any command
 * kernel "k" (...) {
 *   ...                                       // error: sentence   on the line that is to blame
 * }
 * // expected:
 * // what comes out, one comment a line
 * </pre>
 *
 * <ul>
 *   <li>{@code roundtrip}: the kernel prints as it is written.
 *   <li>{@code check}: the verifier finds the {@code error} comments and nothing else.
 *   <li>{@code pass a, b on cpu:x86-64-v3}: the passes of that target's pipeline with these names.
 *   <li>{@code pipeline cpu:x86-64-v3 stop=LOWERED}: the pipeline up to a stage or a pass.
 *   <li>{@code emit cpu:x86-64-v3}: the text that the backend emits.
 *   <li>{@code run} and {@code run through cpu:x86-64-v3}: nothing but the {@code run} lines.
 *   <li>{@code run natively}: those, for all targets of the CPU, and by the binaries too.
 * </ul>
 *
 * <p>A {@code run} line is checked with the interpreter, on the kernel as written and behind every
 * pass that the command runs; {@code =>} compares exactly, {@code ~>} to a relative error of 1e-5.
 */
@NullMarked
package dev.kiln.testkit.filetest;

import org.jspecify.annotations.NullMarked;
