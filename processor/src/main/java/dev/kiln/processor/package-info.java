/**
 * The annotation processor: options, rounds, and the steps from a {@code @TileKernel} method to its
 * launcher and resources. Start reading at {@link dev.kiln.processor.KernelProcessor}.
 */
@NullMarked
package dev.kiln.processor;

import org.jspecify.annotations.NullMarked;
