/**
 * The intermediate representation: one value world, two dialects.
 *
 * <p>A {@link dev.kiln.ir.Kernel} is one specialisation of a kernel method ({@code @Const}
 * parameters are bound). Its body is a prologue of pure scalar operations on parameters (they give
 * the extents of the grid) and then one {@link dev.kiln.ir.LowOp.Grid}. What may be assumed of
 * every kernel:
 *
 * <ul>
 *   <li><b>Order.</b> A {@link dev.kiln.ir.Body} runs from first to last. A value is defined once,
 *       before its uses, in the same body or one around it; a {@code While}'s test is defined in
 *       its condition body. Ids are unique in a kernel.
 *   <li><b>Control</b> is structured to the end: loops, {@code If}, and {@code Break} and {@code
 *       Continue} as the last operation of a body, which leave the innermost {@code For}, {@code
 *       While} or {@code Pipelined}, never a {@code Parallel} or a {@code Grid}.
 *   <li><b>Variables.</b> A Java local that is assigned more than once is a cell; everything else
 *       is a value.
 *   <li><b>Buffers.</b> Tile operations speak of tensors, tiles and regions by logical indices (I32
 *       or I64). Reads outside give zero, writes outside do nothing, in every scope. An {@code
 *       AllocTile} makes a new tile with undefined contents each time it runs.
 *   <li><b>Elements</b> are read as {@linkplain dev.kiln.ir.DType#computed() computed types};
 *       stores round to nearest even. {@code Load} and {@code Store} of the low dialect move stored
 *       elements as they are; conversions are casts.
 *   <li><b>Arithmetic</b> is Java's: integers wrap, no contraction, no reassociation, except in
 *       {@code Gemm} and {@code Reduce}, whose order is free and whose sums run in F32 for F16,
 *       BF16 and F32, in F64 for F64, in I32 for smaller integers, in I64 for I64.
 *   <li><b>Blocks</b> run in any order and at the same time. Only {@code AtomicAdd} may touch what
 *       another block writes. The iterations of a {@code Parallel} are independent in the same way.
 *   <li><b>Uniformity.</b> Outside of {@code Parallel} all control and all scalars are the same for
 *       every thread of a block. Tile operations other than element accesses stand outside of
 *       {@code Parallel}.
 *   <li><b>Threads.</b> Once tile operations are lowered, a {@code Grid} of several threads is run
 *       by all of them, each with values, cells and registers of its own. What one writes to other
 *       memory is seen by the others behind the next {@code Barrier}, before it not at all or in
 *       part. What waits for others stands where threads have not parted.
 *   <li><b>Places.</b> Every operation has a {@link dev.kiln.ir.Loc}; a rewrite passes it on.
 * </ul>
 *
 * <p>Which dialect may stand where is said by the stages of {@code dev.kiln.pass}: tile operations
 * end with LOWERED, {@code AllocMemory} ends with FLAT. Records are immutable; rewriting returns
 * the same object where nothing changed. {@link dev.kiln.ir.OpShape} is where to start reading.
 */
@NullMarked
package dev.kiln.ir;

import org.jspecify.annotations.NullMarked;
