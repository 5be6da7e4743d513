/**
 * The compilation of kernels in the worker's process. {@link
 * dev.kiln.processor.worker.KernelsInWorker} sends the kernels of a round and answers questions
 * about classes; {@link dev.kiln.processor.worker.KernelService} reads, compiles and answers them.
 * What is between them is a {@link dev.kiln.processor.worker.RoundRequest} one way, and a {@link
 * dev.kiln.processor.worker.KernelReply} for each kernel the other.
 *
 * <p>The compiler's own process loads neither the parser nor the passes nor LLVM: all of that is
 * code that runs once and cold there, and that the worker has ready.
 */
@NullMarked
package dev.kiln.processor.worker;

import org.jspecify.annotations.NullMarked;
