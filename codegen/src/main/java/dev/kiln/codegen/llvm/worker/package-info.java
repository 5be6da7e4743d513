/**
 * The worker: LLVM and its linker in a child process, and the client through which a compiler JVM
 * uses it.
 *
 * <p>The client half (this package) needs no class of LLVM. It keeps one child for each compiler
 * JVM, known to every class loader of that JVM by a versioned key in the system properties and made
 * of {@code java.*} types alone, so that the processors of all modules of one build share it and
 * none of their class loaders is kept alive. It starts no thread: whoever waits for a reply reads
 * replies, for itself and for the others.
 *
 * <p>Frames go both ways over the child's standard input and output: a four byte length, the
 * protocol's version, the number of the request, then the request or the reply as {@link
 * dev.kiln.codegen.llvm.worker.Wire} writes it. The child serves several requests at a time and
 * answers each when it is done. It ends at the end of its input, hence with the compiler, or when
 * nobody has asked it for anything for a while; the next request starts another.
 *
 * <p>Whatever LLVM refuses, and whatever kills the child, is a {@link
 * dev.kiln.codegen.llvm.worker.WorkerException}; the compiler's process never suffers.
 */
@NullMarked
package dev.kiln.codegen.llvm.worker;

import org.jspecify.annotations.NullMarked;
