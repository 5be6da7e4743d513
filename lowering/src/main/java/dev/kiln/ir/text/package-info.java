/**
 * The text form of the IR, with {@code parse(print(kernel))} equal to {@code kernel}, always.
 *
 * <p>{@link dev.kiln.ir.text.Form} is where to start reading: the syntax of an operation is one
 * template, a row of {@link dev.kiln.ir.text.Forms} where it helps readers and derived from the
 * {@link dev.kiln.ir.OpShape} otherwise; {@link dev.kiln.ir.text.Printer} writes by it and {@link
 * dev.kiln.ir.text.Parser} reads by it. A kernel looks like this:
 *
 * <pre>{@code
 * // y[i] = 2 * x[i]
 * kernel "Scale.twice"(%0.x: tensor<?xf32> (n), %1.y: tensor<?xf32> (n)) {
 *   %2 = dim %0.x axis 0 : i32
 *   grid (%3.b: i32) in (%2) {
 *     %4 = load-element %0.x[%3.b] : f32
 *     %5 = constant 2.0 : f32
 *     %6 = mul %4, %5 : f32
 *     store-element %1.y[%3.b] = %6
 *   }
 * }
 * }</pre>
 *
 * <p>Every operation, parameter and kernel may end with its place, {@code @12:5[340,352]}: line,
 * column, and the offsets of the first character and of the one behind the last;
 * {@code @"Other.java":12:5} where the file is not the kernel's; {@code < 30:7} for each call that
 * it was inlined through. Without one the place is that of the text itself.
 */
@NullMarked
package dev.kiln.ir.text;

import org.jspecify.annotations.NullMarked;
