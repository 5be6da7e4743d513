/**
 * The worker: a child process that holds LLVM and its linker, and whatever else is to run there,
 * and the client through which a compiler JVM uses it.
 *
 * <p>The client half (this package) needs no class of LLVM. It keeps one child for each compiler
 * JVM and program, known to every class loader of that JVM by a versioned key in the system
 * properties and made of {@code java.*} types alone, so that the processors of all modules of one
 * build share it and none of their class loaders is kept alive. Whoever waits for a message reads
 * messages, for itself and for the others.
 *
 * <p>Frames go both ways over the child's standard input and output: a four byte length, the
 * protocol's version, the number of a conversation, then a message of it. The first message names a
 * service of the child; {@link dev.kiln.codegen.llvm.worker.Wire} writes what that of LLVM says.
 * The child serves several conversations at a time. It ends at the end of its input, hence with the
 * compiler, or when nobody has asked it for anything for a while; the next request starts another.
 * Behind its end it may leave an archive of its classes, with which the next one starts quickly.
 *
 * <p>Whatever LLVM refuses, and whatever kills the child, is a {@link
 * dev.kiln.codegen.llvm.worker.WorkerException}; the compiler's process never suffers.
 */
@NullMarked
package dev.kiln.codegen.llvm.worker;

import org.jspecify.annotations.NullMarked;
