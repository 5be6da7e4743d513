/**
 * The kernel language: annotations, element types, tensors and the words of {@link
 * dev.kiln.lang.Tile}, each with a body in plain Java.
 *
 * <p>A kernel is a static method marked {@link dev.kiln.lang.TileKernel}. The processor compiles it
 * for devices; called directly, it runs here, block after block on the calling thread, with the
 * results the device gives. Four laws hold for both:
 *
 * <ul>
 *   <li>an access outside a tensor or tile reads zero and writes nothing;
 *   <li>an element is rounded when it is stored (f16 and bf16 to nearest, ties to even) and exact
 *       when it is read;
 *   <li>sums of products and of elements are accumulated in f32 for f16, bf16 and f32, in f64 for
 *       f64, in wrapping i32 for integers of up to 32 bits, in wrapping i64 for i64;
 *   <li>on-chip tiles live from their allocation to the end of the block.
 * </ul>
 *
 * <p>Start reading at {@link dev.kiln.lang.Tile}; {@link dev.kiln.lang.Reference} switches on the
 * checks that only a direct run can make. This package depends on nothing but the JDK.
 */
@NullMarked
package dev.kiln.lang;

import org.jspecify.annotations.NullMarked;
