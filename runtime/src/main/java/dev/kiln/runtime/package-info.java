/**
 * What a program that uses kernels needs at run time: devices, tensors on them, and what generated
 * launchers call.
 *
 * <p>A generated launcher holds one {@link dev.kiln.runtime.Launcher}, takes a {@link
 * dev.kiln.runtime.Launch} from it, gives it the arguments and runs it. Arguments are checked
 * before anything native is called, so that a launch that is refused wrote nothing. A launch on the
 * CPU is complete when it returns. All types may be used by many threads at once.
 *
 * <p>Start reading at {@link dev.kiln.runtime.Device}. This package depends on the language and,
 * for the CPU, on {@code dev.kiln.runtime.cpu}.
 */
@NullMarked
package dev.kiln.runtime;

import org.jspecify.annotations.NullMarked;
