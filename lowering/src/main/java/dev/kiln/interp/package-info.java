/**
 * The reference interpreter of both dialects: slow, obvious and total. It is the second opinion on
 * every pass and every backend, and shares no code with them, nor with the language's bodies in
 * plain Java.
 *
 * <p>{@link dev.kiln.interp.Interpreter} is where to start reading. What it says where the contract
 * of {@code dev.kiln.ir} leaves room:
 *
 * <ul>
 *   <li>Conversions of whole elements (in a {@code Copy} or a {@code StoreElement}) are Java's: to
 *       the computed type of the target, then rounded or wrapped to its element type.
 *   <li>{@code Gemm} and {@code Reduce} take elements in ascending order, round each product and
 *       each sum, and round to the element type of the target once.
 *   <li>What nothing has written is poison. Tile operations may not read it. The low dialect may
 *       load and compute with it, lane by lane, but it may not reach global memory, an index, a
 *       mask or a condition.
 *   <li>An access of the low dialect outside of its memory is an error.
 * </ul>
 */
@NullMarked
package dev.kiln.interp;

import org.jspecify.annotations.NullMarked;
