/**
 * Random kernels: valid by construction, with arguments and with what two right executions of them
 * may differ by. {@link dev.kiln.testkit.random.KernelGenerator} is where to start reading; {@link
 * dev.kiln.testkit.random.Bound} is what makes tolerances follow from the computation.
 */
@NullMarked
package dev.kiln.testkit.random;

import org.jspecify.annotations.NullMarked;
