/**
 * Kernels that no source was written for, compiled ahead of the machine that runs them: {@link
 * dev.kiln.testkit.pack.PackWriter} writes what the processor would have written, {@link
 * dev.kiln.testkit.pack.PackedKernel} launches it through the runtime as a generated launcher does.
 */
@NullMarked
package dev.kiln.testkit.pack;

import org.jspecify.annotations.NullMarked;
