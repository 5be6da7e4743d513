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
 *   <li>The threads of a block take turns, in an order that only the seed decides: each goes on
 *       until it waits or, where the order is shuffled, until it accesses what others access.
 *       {@code Barrier}, {@code ExchangeThreads} and {@code MultiplyMatrices} are for all threads
 *       of the block or the warp, in the same iteration of every loop around; else control is
 *       divergent and the kernel wrong.
 *   <li>Two threads of a block that access one place of a tensor or of shared memory, one of them
 *       writing, race unless a {@code Barrier} stands between them; races are always looked for. It
 *       is no race when both are atomic, when both are one {@code Store} of the same bits, or when
 *       a load meets atomic updates and the {@code CompareAndSet} of that element comes next.
 *   <li>A kernel with {@code Phase}s has no barriers yet: all threads meet where a phase begins,
 *       and each access outside of phases waits for all that stands before it.
 *   <li>A {@code CopyBox} arrives when no thread can go on or, where the order is shuffled, at any
 *       moment before. What it accesses is in order with what its thread knew when it began, and
 *       with what those do that have waited for its phase. It has to be waited for, and its phase
 *       to expect its bytes; that phases are counted there has to be published. Arriving at a phase
 *       and waiting for it orders what threads do, too; threads that all wait for ever are an
 *       error.
 *   <li>A {@code MultiplyWarpgroup} reads memory between its begin and the {@code AwaitProducts} of
 *       any thread of the warpgroup: one that has waited may speak for all, as hardware has it. Its
 *       registers are not touched meanwhile; of the accumulator an {@code AwaitProducts} has to say
 *       that it is written. What threads wrote has to be known to all of the warpgroup, and
 *       published. Products are rounded as those of {@code MultiplyMatrices} are.
 *   <li>In a kernel with {@code Phase}s, too, copies are kept apart by what they wait for only; a
 *       product waits for what stands before it, and that is published.
 *   <li>{@code MultiplyMatrices} rounds every product and every sum, in ascending order of the
 *       depth, and cuts operands of TF32 to 10 bits of fraction, as hardware does.
 * </ul>
 */
@NullMarked
package dev.kiln.interp;

import org.jspecify.annotations.NullMarked;
