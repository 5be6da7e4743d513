/**
 * Low IR to LLVM IR text, shared by all targets that LLVM makes code for.
 *
 * <p>The dullest step of the compiler: it decides nothing, asks no target for features, and prints
 * each operation by itself. What an operation may be at this point is said by the stage {@code
 * EMITTABLE}; anything else is an {@link java.lang.IllegalStateException} that names it. Structured
 * control is flattened by {@link dev.kiln.codegen.llvm.ControlFlow} alone. What differs between
 * targets is in a {@link dev.kiln.codegen.llvm.Flavour} and in the frame that a target's emitter
 * puts around the body.
 *
 * <p>Equal kernels give equal text: names come from the ids of values, and sets that are printed
 * are sorted or in order of appearance.
 */
@NullMarked
package dev.kiln.codegen.llvm;

import org.jspecify.annotations.NullMarked;
