/**
 * What a program that uses kernels needs at run time: devices, tensors on them, and what generated
 * launchers call.
 *
 * <p>A generated launcher holds one {@link dev.kiln.runtime.Launcher}, takes a {@link
 * dev.kiln.runtime.Launch} from it, gives it the arguments and runs it. Arguments are checked
 * before anything native is called, so that a launch that is refused wrote nothing. What a device
 * does with a launch is a {@link dev.kiln.runtime.Run}, which the launch keeps for the next time: a
 * warm launch looks nothing up. On the CPU a launch is complete when it returns; on a CUDA device
 * it stands in line on a {@link dev.kiln.runtime.Stream}, and whoever reads a tensor waits. All
 * types may be used by many threads at once.
 *
 * <p>Start reading at {@link dev.kiln.runtime.Device}. This package depends on the language and,
 * for what is native, on {@code dev.kiln.runtime.cpu} and {@code dev.kiln.runtime.cuda}.
 */
@NullMarked
package dev.kiln.runtime;

import org.jspecify.annotations.NullMarked;
