package dev.kiln.lang;

/**
 * The words of a kernel, for {@code import static dev.kiln.lang.Tile.*}.
 *
 * <p>This file is the catalogue: the bodies that are more than a line live in {@link GridRun},
 * {@link Copies}, {@link Products}, {@link Reductions}, {@link Checks} and {@link Maths}. Words
 * that work on tiles throw {@link IllegalArgumentException} outside of {@link #grid(int, Body1)
 * grid}, inside of {@link #parallel(int, Body1) parallel} and for shapes that do not fit, in a
 * sentence that says what was expected and what was found.
 *
 * <p>An element type and its constant have one name by design: {@code FloatTensor<F16>} and {@code
 * shared(F16, 64)}.
 */
@SuppressWarnings("VariableNameSameAsType")
public final class Tile {

  /** Half precision. */
  public static final F16 F16 = dev.kiln.lang.F16.INSTANCE;

  /** The upper half of f32. */
  public static final BF16 BF16 = dev.kiln.lang.BF16.INSTANCE;

  /** 8 bits, 4 of them significand. */
  public static final E4M3 E4M3 = dev.kiln.lang.E4M3.INSTANCE;

  /** 8 bits, 3 of them significand. */
  public static final E5M2 E5M2 = dev.kiln.lang.E5M2.INSTANCE;

  /** Single precision. */
  public static final F32 F32 = dev.kiln.lang.F32.INSTANCE;

  /** Double precision. */
  public static final F64 F64 = dev.kiln.lang.F64.INSTANCE;

  /** Signed bytes. */
  public static final I8 I8 = dev.kiln.lang.I8.INSTANCE;

  /** Signed 16-bit integers. */
  public static final I16 I16 = dev.kiln.lang.I16.INSTANCE;

  /** Signed 32-bit integers. */
  public static final I32 I32 = dev.kiln.lang.I32.INSTANCE;

  /** Signed 64-bit integers. */
  public static final I64 I64 = dev.kiln.lang.I64.INSTANCE;

  /** Unsigned bytes. */
  public static final U8 U8 = dev.kiln.lang.U8.INSTANCE;

  /** Truth values. */
  public static final BOOL BOOL = dev.kiln.lang.BOOL.INSTANCE;

  /** Positive infinity; widens to {@code double}. */
  public static final float INFINITY = Float.POSITIVE_INFINITY;

  /**
   * Of {@code gemm}: factors of f32 are rounded to 10 bits of fraction, which is faster on GPUs.
   */
  public static final GemmOption TF32 = GemmOption.TF32;

  /** Of {@code gemm}: the warps of a GPU share it so that each reads as little as possible. */
  public static final GemmOption SQUARE = GemmOption.SQUARE;

  /** Of {@code gemm}: the warps of a GPU each take whole rows. */
  public static final GemmOption FULL_ROW = GemmOption.FULL_ROW;

  /** Of {@code gemm}: the warps of a GPU each take whole columns. */
  public static final GemmOption FULL_COLUMN = GemmOption.FULL_COLUMN;

  private Tile() {}

  /** What is done for each index of one dimension. */
  @FunctionalInterface
  public interface Body1 {
    /** Runs the body at an index. */
    void run(int x);
  }

  /** What is done for each index pair. */
  @FunctionalInterface
  public interface Body2 {
    /** Runs the body at an index pair. */
    void run(int x, int y);
  }

  /** What is done for each index triple. */
  @FunctionalInterface
  public interface Body3 {
    /** Runs the body at an index triple. */
    void run(int x, int y, int z);
  }

  /** Runs a block for every x; blocks are independent of each other. */
  public static void grid(int gx, Body1 block) {
    GridRun.grid((x, y, z) -> block.run(x), gx);
  }

  /** Runs a block for every x and y, x fastest; blocks are independent of each other. */
  public static void grid(int gx, int gy, Body2 block) {
    GridRun.grid((x, y, z) -> block.run(x, y), gx, gy);
  }

  /** Runs a block for every x, y and z, x fastest; blocks are independent of each other. */
  public static void grid(int gx, int gy, int gz, Body3 block) {
    GridRun.grid(block, gx, gy, gz);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(int gx, GridOption option, Body1 block) {
    GridOption.require(1, option);
    GridRun.grid((x, y, z) -> block.run(x), gx);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(int gx, GridOption first, GridOption second, Body1 block) {
    GridOption.require(1, first, second);
    GridRun.grid((x, y, z) -> block.run(x), gx);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(
      int gx, GridOption first, GridOption second, GridOption third, Body1 block) {
    GridOption.require(1, first, second, third);
    GridRun.grid((x, y, z) -> block.run(x), gx);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(int gx, int gy, GridOption option, Body2 block) {
    GridOption.require(2, option);
    GridRun.grid((x, y, z) -> block.run(x, y), gx, gy);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(int gx, int gy, GridOption first, GridOption second, Body2 block) {
    GridOption.require(2, first, second);
    GridRun.grid((x, y, z) -> block.run(x, y), gx, gy);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(
      int gx, int gy, GridOption first, GridOption second, GridOption third, Body2 block) {
    GridOption.require(2, first, second, third);
    GridRun.grid((x, y, z) -> block.run(x, y), gx, gy);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(int gx, int gy, int gz, GridOption option, Body3 block) {
    GridOption.require(3, option);
    GridRun.grid(block, gx, gy, gz);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(
      int gx, int gy, int gz, GridOption first, GridOption second, Body3 block) {
    GridOption.require(3, first, second);
    GridRun.grid(block, gx, gy, gz);
  }

  /** As without options, which say how blocks are run. */
  public static void grid(
      int gx, int gy, int gz, GridOption first, GridOption second, GridOption third, Body3 block) {
    GridOption.require(3, first, second, third);
    GridRun.grid(block, gx, gy, gz);
  }

  /**
   * Asks for so many threads a block on GPUs that compute, a power of two from 32 to 1024; without
   * it, the compiler chooses. The CPU runs a block by one thread.
   */
  public static GridOption threads(int count) {
    return GridOption.threads(count);
  }

  /**
   * Asks for an order of blocks in which so many neighbours along y come before the next along x,
   * so that caches hold what they share; without it, the compiler chooses.
   */
  public static GridOption swizzle(int neighbours) {
    return GridOption.swizzle(neighbours);
  }

  /**
   * Asks for no more blocks at once than a GPU has multiprocessors, each of which goes on with
   * further ones until all are done.
   */
  public static GridOption persistent() {
    return GridOption.persistent();
  }

  /** Allocates a tile in memory that all threads of the block share; its contents are undefined. */
  public static <T extends FloatType> FloatTensor<T> shared(T dtype, int... extents) {
    return FloatTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.SHARED, extents), Scope.SHARED, extents.clone());
  }

  /** Allocates a tile in memory that all threads of the block share; its contents are undefined. */
  public static <T extends IntType> IntTensor<T> shared(T dtype, int... extents) {
    return IntTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.SHARED, extents), Scope.SHARED, extents.clone());
  }

  /** Allocates a tile in memory that all threads of the block share; its contents are undefined. */
  public static LongTensor shared(I64 dtype, int... extents) {
    return LongTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.SHARED, extents), Scope.SHARED, extents.clone());
  }

  /** Allocates a tile in memory that all threads of the block share; its contents are undefined. */
  public static DoubleTensor shared(F64 dtype, int... extents) {
    return DoubleTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.SHARED, extents), Scope.SHARED, extents.clone());
  }

  /** Allocates a tile in memory that all threads of the block share; its contents are undefined. */
  public static BoolTensor shared(BOOL dtype, int... extents) {
    return BoolTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.SHARED, extents), Scope.SHARED, extents.clone());
  }

  /**
   * Allocates a tile in registers, spread over the threads of the block; its contents are
   * undefined.
   */
  public static <T extends FloatType> FloatTensor<T> fragment(T dtype, int... extents) {
    return FloatTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.FRAGMENT, extents), Scope.FRAGMENT, extents.clone());
  }

  /**
   * Allocates a tile in registers, spread over the threads of the block; its contents are
   * undefined.
   */
  public static <T extends IntType> IntTensor<T> fragment(T dtype, int... extents) {
    return IntTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.FRAGMENT, extents), Scope.FRAGMENT, extents.clone());
  }

  /**
   * Allocates a tile in registers, spread over the threads of the block; its contents are
   * undefined.
   */
  public static LongTensor fragment(I64 dtype, int... extents) {
    return LongTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.FRAGMENT, extents), Scope.FRAGMENT, extents.clone());
  }

  /**
   * Allocates a tile in registers, spread over the threads of the block; its contents are
   * undefined.
   */
  public static DoubleTensor fragment(F64 dtype, int... extents) {
    return DoubleTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.FRAGMENT, extents), Scope.FRAGMENT, extents.clone());
  }

  /**
   * Allocates a tile in registers, spread over the threads of the block; its contents are
   * undefined.
   */
  public static BoolTensor fragment(BOOL dtype, int... extents) {
    return BoolTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.FRAGMENT, extents), Scope.FRAGMENT, extents.clone());
  }

  /** Allocates a small tile that each thread has for itself; its contents are undefined. */
  public static <T extends FloatType> FloatTensor<T> local(T dtype, int... extents) {
    return FloatTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.LOCAL, extents), Scope.LOCAL, extents.clone());
  }

  /** Allocates a small tile that each thread has for itself; its contents are undefined. */
  public static <T extends IntType> IntTensor<T> local(T dtype, int... extents) {
    return IntTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.LOCAL, extents), Scope.LOCAL, extents.clone());
  }

  /** Allocates a small tile that each thread has for itself; its contents are undefined. */
  public static LongTensor local(I64 dtype, int... extents) {
    return LongTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.LOCAL, extents), Scope.LOCAL, extents.clone());
  }

  /** Allocates a small tile that each thread has for itself; its contents are undefined. */
  public static DoubleTensor local(F64 dtype, int... extents) {
    return DoubleTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.LOCAL, extents), Scope.LOCAL, extents.clone());
  }

  /** Allocates a small tile that each thread has for itself; its contents are undefined. */
  public static BoolTensor local(BOOL dtype, int... extents) {
    return BoolTensor.onChip(
        dtype, GridRun.allocate(dtype, Scope.LOCAL, extents), Scope.LOCAL, extents.clone());
  }

  /** Runs a body for every i; iterations are independent of each other. */
  public static void parallel(int extent, Body1 body) {
    GridRun.parallel((i, j, k) -> body.run(i), extent);
  }

  /** Runs a body for every i and j; iterations are independent of each other. */
  public static void parallel(int extent0, int extent1, Body2 body) {
    GridRun.parallel((i, j, k) -> body.run(i, j), extent0, extent1);
  }

  /** Runs a body for every i, j and k; iterations are independent of each other. */
  public static void parallel(int extent0, int extent1, int extent2, Body3 body) {
    GridRun.parallel(body, extent0, extent1, extent2);
  }

  /**
   * The numbers from 0 to {@code extent - 1}, in a loop whose copies may run up to {@code stages -
   * 1} iterations ahead; the result does not depend on {@code stages}.
   */
  public static Iterable<Integer> pipelined(int extent, int stages) {
    if (stages < 1) {
      throw new IllegalArgumentException("Expected 1 or more stages, found %d.".formatted(stages));
    }
    return new Steps(extent);
  }

  /** The numbers from 0 to {@code extent - 1}, in a plain loop whose index a lambda may capture. */
  public static Iterable<Integer> serial(int extent) {
    return new Steps(extent);
  }

  /** The numbers from 0 to {@code extent - 1}, in a loop that is unrolled. */
  public static Iterable<Integer> unroll(int extent) {
    return new Steps(extent);
  }

  /** Copies all elements to a tensor of the same extents, converting their type as casts do. */
  public static void copy(Tensor<?> source, Tensor<?> target) {
    Copies.copy(source, target);
  }

  /** Copies a region as large as {@code target}; what lies outside of the source is zero. */
  public static void copy(Region source, Tensor<?> target) {
    Copies.copy(source, target);
  }

  /** Copies to a region as large as {@code source}; what lies outside of the target is dropped. */
  public static void copy(Tensor<?> source, Region target) {
    Copies.copy(source, target);
  }

  /** Sets all elements of a tile to zero. */
  public static void clear(Tensor<?> tile) {
    Copies.clear(tile);
  }

  /** Sets all elements of a tile. */
  public static void fill(FloatTensor<?> tile, float value) {
    Copies.fill(tile, value);
  }

  /** Sets all elements of a tile. */
  public static void fill(IntTensor<?> tile, int value) {
    Copies.fill(tile, value);
  }

  /** Sets all elements of a tile. */
  public static void fill(LongTensor tile, long value) {
    Copies.fill(tile, value);
  }

  /** Sets all elements of a tile. */
  public static void fill(DoubleTensor tile, double value) {
    Copies.fill(tile, value);
  }

  /** Sets all elements of a tile. */
  public static void fill(BoolTensor tile, boolean value) {
    Copies.fill(tile, value);
  }

  /**
   * {@code acc += a · b} for tiles {@code [m, k]}, {@code [k, n]} and {@code [m, n]}; sums in f32.
   */
  public static void gemm(
      FloatTensor<?> a, FloatTensor<?> b, FloatTensor<?> acc, GemmOption... options) {
    Products.gemm(a, b, acc, options);
  }

  /**
   * {@code acc += a · b} for tiles {@code [m, k]}, {@code [k, n]} and {@code [m, n]}; sums in
   * wrapping i32.
   */
  public static void gemm(IntTensor<?> a, IntTensor<?> b, IntTensor<?> acc, GemmOption... options) {
    Products.gemm(a, b, acc, options);
  }

  /**
   * {@code acc += a · b} for tiles {@code [m, k]}, {@code [k, n]} and {@code [m, n]}; sums in
   * wrapping i64.
   */
  public static void gemm(LongTensor a, LongTensor b, LongTensor acc, GemmOption... options) {
    Products.gemm(a, b, acc, options);
  }

  /**
   * {@code acc += a · b} for tiles {@code [m, k]}, {@code [k, n]} and {@code [m, n]}; sums in f64.
   */
  public static void gemm(DoubleTensor a, DoubleTensor b, DoubleTensor acc, GemmOption... options) {
    Products.gemm(a, b, acc, options);
  }

  /** Sets each element of {@code target} to the sum along an axis. */
  public static void reduceSum(FloatTensor<?> source, FloatTensor<?> target, int axis) {
    reduceSum(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceSum(
      FloatTensor<?> source, FloatTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.SUM, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the sum along an axis. */
  public static void reduceSum(IntTensor<?> source, IntTensor<?> target, int axis) {
    reduceSum(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceSum(IntTensor<?> source, IntTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.SUM, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the sum along an axis. */
  public static void reduceSum(LongTensor source, LongTensor target, int axis) {
    reduceSum(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceSum(LongTensor source, LongTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.SUM, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the sum along an axis. */
  public static void reduceSum(DoubleTensor source, DoubleTensor target, int axis) {
    reduceSum(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceSum(DoubleTensor source, DoubleTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.SUM, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the largest element ({@code Math.max}, so NaN wins)
   * along an axis.
   */
  public static void reduceMax(FloatTensor<?> source, FloatTensor<?> target, int axis) {
    reduceMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMax(
      FloatTensor<?> source, FloatTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MAX, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the largest element ({@code Math.max}, so NaN wins)
   * along an axis.
   */
  public static void reduceMax(IntTensor<?> source, IntTensor<?> target, int axis) {
    reduceMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMax(IntTensor<?> source, IntTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MAX, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the largest element ({@code Math.max}, so NaN wins)
   * along an axis.
   */
  public static void reduceMax(LongTensor source, LongTensor target, int axis) {
    reduceMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMax(LongTensor source, LongTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MAX, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the largest element ({@code Math.max}, so NaN wins)
   * along an axis.
   */
  public static void reduceMax(DoubleTensor source, DoubleTensor target, int axis) {
    reduceMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMax(DoubleTensor source, DoubleTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MAX, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the smallest element ({@code Math.min}, so NaN wins)
   * along an axis.
   */
  public static void reduceMin(FloatTensor<?> source, FloatTensor<?> target, int axis) {
    reduceMin(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMin(
      FloatTensor<?> source, FloatTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MIN, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the smallest element ({@code Math.min}, so NaN wins)
   * along an axis.
   */
  public static void reduceMin(IntTensor<?> source, IntTensor<?> target, int axis) {
    reduceMin(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMin(IntTensor<?> source, IntTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MIN, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the smallest element ({@code Math.min}, so NaN wins)
   * along an axis.
   */
  public static void reduceMin(LongTensor source, LongTensor target, int axis) {
    reduceMin(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMin(LongTensor source, LongTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MIN, source, target, axis, clear);
  }

  /**
   * Sets each element of {@code target} to the smallest element ({@code Math.min}, so NaN wins)
   * along an axis.
   */
  public static void reduceMin(DoubleTensor source, DoubleTensor target, int axis) {
    reduceMin(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceMin(DoubleTensor source, DoubleTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.MIN, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the largest magnitude (NaN wins) along an axis. */
  public static void reduceAbsMax(FloatTensor<?> source, FloatTensor<?> target, int axis) {
    reduceAbsMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceAbsMax(
      FloatTensor<?> source, FloatTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.ABS_MAX, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the largest magnitude (NaN wins) along an axis. */
  public static void reduceAbsMax(IntTensor<?> source, IntTensor<?> target, int axis) {
    reduceAbsMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceAbsMax(
      IntTensor<?> source, IntTensor<?> target, int axis, boolean clear) {
    Reductions.reduce(Reduction.ABS_MAX, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the largest magnitude (NaN wins) along an axis. */
  public static void reduceAbsMax(LongTensor source, LongTensor target, int axis) {
    reduceAbsMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceAbsMax(LongTensor source, LongTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.ABS_MAX, source, target, axis, clear);
  }

  /** Sets each element of {@code target} to the largest magnitude (NaN wins) along an axis. */
  public static void reduceAbsMax(DoubleTensor source, DoubleTensor target, int axis) {
    reduceAbsMax(source, target, axis, /* clear= */ true);
  }

  /** As without {@code clear}, combined with the old contents of {@code target} if it is false. */
  public static void reduceAbsMax(
      DoubleTensor source, DoubleTensor target, int axis, boolean clear) {
    Reductions.reduce(Reduction.ABS_MAX, source, target, axis, clear);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(FloatTensor<?> tensor, int i, float value) {
    tensor.add(tensor.offset(i), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(FloatTensor<?> tensor, int i, int j, float value) {
    tensor.add(tensor.offset(i, j), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(FloatTensor<?> tensor, int i, int j, int k, float value) {
    tensor.add(tensor.offset(i, j, k), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(FloatTensor<?> tensor, int i, int j, int k, int l, float value) {
    tensor.add(tensor.offset(i, j, k, l), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(
      FloatTensor<?> tensor, int i, int j, int k, int l, int m, float value) {
    tensor.add(tensor.offset(i, j, k, l, m), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(IntTensor<?> tensor, int i, int value) {
    tensor.add(tensor.offset(i), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(IntTensor<?> tensor, int i, int j, int value) {
    tensor.add(tensor.offset(i, j), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(IntTensor<?> tensor, int i, int j, int k, int value) {
    tensor.add(tensor.offset(i, j, k), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(IntTensor<?> tensor, int i, int j, int k, int l, int value) {
    tensor.add(tensor.offset(i, j, k, l), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(IntTensor<?> tensor, int i, int j, int k, int l, int m, int value) {
    tensor.add(tensor.offset(i, j, k, l, m), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(LongTensor tensor, int i, long value) {
    tensor.add(tensor.offset(i), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(LongTensor tensor, int i, int j, long value) {
    tensor.add(tensor.offset(i, j), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(LongTensor tensor, int i, int j, int k, long value) {
    tensor.add(tensor.offset(i, j, k), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(LongTensor tensor, int i, int j, int k, int l, long value) {
    tensor.add(tensor.offset(i, j, k, l), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(LongTensor tensor, int i, int j, int k, int l, int m, long value) {
    tensor.add(tensor.offset(i, j, k, l, m), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(DoubleTensor tensor, int i, double value) {
    tensor.add(tensor.offset(i), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(DoubleTensor tensor, int i, int j, double value) {
    tensor.add(tensor.offset(i, j), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(DoubleTensor tensor, int i, int j, int k, double value) {
    tensor.add(tensor.offset(i, j, k), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(DoubleTensor tensor, int i, int j, int k, int l, double value) {
    tensor.add(tensor.offset(i, j, k, l), value);
  }

  /** Adds to an element, atomically among all blocks and iterations. */
  public static void atomicAdd(
      DoubleTensor tensor, int i, int j, int k, int l, int m, double value) {
    tensor.add(tensor.offset(i, j, k, l, m), value);
  }

  /**
   * Prints a line: the place in the source, the label, which is written out in quotes, and the
   * values, which are numbers and truth values.
   */
  public static void print(String label, Object... values) {
    Checks.print(label, values);
  }

  /** Stops the kernel with an error that names this place unless the condition holds. */
  public static void assertTrue(boolean condition) {
    Checks.assertTrue(condition, "");
  }

  /** As without {@code message}, which is written out in quotes and becomes a part of the error. */
  public static void assertTrue(boolean condition, String message) {
    Checks.assertTrue(condition, message);
  }

  /** The larger value. */
  public static int max(int a, int b) {
    return Math.max(a, b);
  }

  /** The larger value. */
  public static long max(long a, long b) {
    return Math.max(a, b);
  }

  /** The larger value; NaN wins, −0 is below +0. */
  public static float max(float a, float b) {
    return Math.max(a, b);
  }

  /** The larger value; NaN wins, −0 is below +0. */
  public static double max(double a, double b) {
    return Math.max(a, b);
  }

  /** The smaller value. */
  public static int min(int a, int b) {
    return Math.min(a, b);
  }

  /** The smaller value. */
  public static long min(long a, long b) {
    return Math.min(a, b);
  }

  /** The smaller value; NaN wins, −0 is below +0. */
  public static float min(float a, float b) {
    return Math.min(a, b);
  }

  /** The smaller value; NaN wins, −0 is below +0. */
  public static double min(double a, double b) {
    return Math.min(a, b);
  }

  /** The magnitude; the smallest value is its own. */
  public static int abs(int x) {
    return Math.abs(x);
  }

  /** The magnitude; the smallest value is its own. */
  public static long abs(long x) {
    return Math.abs(x);
  }

  /** The magnitude. */
  public static float abs(float x) {
    return Math.abs(x);
  }

  /** The magnitude. */
  public static double abs(double x) {
    return Math.abs(x);
  }

  /** {@code min(max(x, low), high)}. */
  public static int clamp(int x, int low, int high) {
    return Math.min(Math.max(x, low), high);
  }

  /** {@code min(max(x, low), high)}. */
  public static long clamp(long x, long low, long high) {
    return Math.min(Math.max(x, low), high);
  }

  /** {@code min(max(x, low), high)}. */
  public static float clamp(float x, float low, float high) {
    return Math.min(Math.max(x, low), high);
  }

  /** {@code min(max(x, low), high)}. */
  public static double clamp(double x, double low, double high) {
    return Math.min(Math.max(x, low), high);
  }

  /** {@code a * b + c} rounded once. */
  public static float fma(float a, float b, float c) {
    return Math.fma(a, b, c);
  }

  /** {@code a * b + c} rounded once. */
  public static double fma(double a, double b, double c) {
    return Math.fma(a, b, c);
  }

  /** {@code a} where the condition holds, else {@code b}; both are evaluated. */
  public static int select(boolean condition, int a, int b) {
    return condition ? a : b;
  }

  /** {@code a} where the condition holds, else {@code b}; both are evaluated. */
  public static long select(boolean condition, long a, long b) {
    return condition ? a : b;
  }

  /** {@code a} where the condition holds, else {@code b}; both are evaluated. */
  public static float select(boolean condition, float a, float b) {
    return condition ? a : b;
  }

  /** {@code a} where the condition holds, else {@code b}; both are evaluated. */
  public static double select(boolean condition, double a, double b) {
    return condition ? a : b;
  }

  /** {@code a} where the condition holds, else {@code b}; both are evaluated. */
  public static boolean select(boolean condition, boolean a, boolean b) {
    return condition ? a : b;
  }

  /** The quotient rounded up. */
  public static int ceilDiv(int a, int b) {
    return Math.ceilDiv(a, b);
  }

  /** The quotient rounded up. */
  public static long ceilDiv(long a, long b) {
    return Math.ceilDiv(a, b);
  }

  /** e to the power of x. */
  public static float exp(float x) {
    return (float) Math.exp(x);
  }

  /** e to the power of x. */
  public static double exp(double x) {
    return Math.exp(x);
  }

  /** 2 to the power of x. */
  public static float exp2(float x) {
    return (float) Math.pow(2.0, x);
  }

  /** 2 to the power of x. */
  public static double exp2(double x) {
    return Math.pow(2.0, x);
  }

  /** 10 to the power of x. */
  public static float exp10(float x) {
    return (float) Math.pow(10.0, x);
  }

  /** 10 to the power of x. */
  public static double exp10(double x) {
    return Math.pow(10.0, x);
  }

  /** {@code exp(x) - 1} without cancellation. */
  public static float expm1(float x) {
    return (float) Math.expm1(x);
  }

  /** {@code exp(x) - 1} without cancellation. */
  public static double expm1(double x) {
    return Math.expm1(x);
  }

  /** The natural logarithm. */
  public static float log(float x) {
    return (float) Math.log(x);
  }

  /** The natural logarithm. */
  public static double log(double x) {
    return Math.log(x);
  }

  /** The logarithm to base 2. */
  public static float log2(float x) {
    return (float) Maths.log2(x);
  }

  /** The logarithm to base 2. */
  public static double log2(double x) {
    return Maths.log2(x);
  }

  /** The logarithm to base 10. */
  public static float log10(float x) {
    return (float) Math.log10(x);
  }

  /** The logarithm to base 10. */
  public static double log10(double x) {
    return Math.log10(x);
  }

  /** {@code log(1 + x)} without cancellation. */
  public static float log1p(float x) {
    return (float) Math.log1p(x);
  }

  /** {@code log(1 + x)} without cancellation. */
  public static double log1p(double x) {
    return Math.log1p(x);
  }

  /** The sine. */
  public static float sin(float x) {
    return (float) Math.sin(x);
  }

  /** The sine. */
  public static double sin(double x) {
    return Math.sin(x);
  }

  /** The cosine. */
  public static float cos(float x) {
    return (float) Math.cos(x);
  }

  /** The cosine. */
  public static double cos(double x) {
    return Math.cos(x);
  }

  /** The tangent. */
  public static float tan(float x) {
    return (float) Math.tan(x);
  }

  /** The tangent. */
  public static double tan(double x) {
    return Math.tan(x);
  }

  /** The hyperbolic sine. */
  public static float sinh(float x) {
    return (float) Math.sinh(x);
  }

  /** The hyperbolic sine. */
  public static double sinh(double x) {
    return Math.sinh(x);
  }

  /** The hyperbolic cosine. */
  public static float cosh(float x) {
    return (float) Math.cosh(x);
  }

  /** The hyperbolic cosine. */
  public static double cosh(double x) {
    return Math.cosh(x);
  }

  /** The hyperbolic tangent. */
  public static float tanh(float x) {
    return (float) Math.tanh(x);
  }

  /** The hyperbolic tangent. */
  public static double tanh(double x) {
    return Math.tanh(x);
  }

  /** The arc sine. */
  public static float asin(float x) {
    return (float) Math.asin(x);
  }

  /** The arc sine. */
  public static double asin(double x) {
    return Math.asin(x);
  }

  /** The arc cosine. */
  public static float acos(float x) {
    return (float) Math.acos(x);
  }

  /** The arc cosine. */
  public static double acos(double x) {
    return Math.acos(x);
  }

  /** The arc tangent. */
  public static float atan(float x) {
    return (float) Math.atan(x);
  }

  /** The arc tangent. */
  public static double atan(double x) {
    return Math.atan(x);
  }

  /** The inverse hyperbolic sine. */
  public static float asinh(float x) {
    return (float) Maths.asinh(x);
  }

  /** The inverse hyperbolic sine. */
  public static double asinh(double x) {
    return Maths.asinh(x);
  }

  /** The inverse hyperbolic cosine. */
  public static float acosh(float x) {
    return (float) Maths.acosh(x);
  }

  /** The inverse hyperbolic cosine. */
  public static double acosh(double x) {
    return Maths.acosh(x);
  }

  /** The inverse hyperbolic tangent. */
  public static float atanh(float x) {
    return (float) Maths.atanh(x);
  }

  /** The inverse hyperbolic tangent. */
  public static double atanh(double x) {
    return Maths.atanh(x);
  }

  /** The square root. */
  public static float sqrt(float x) {
    return (float) Math.sqrt(x);
  }

  /** The square root. */
  public static double sqrt(double x) {
    return Math.sqrt(x);
  }

  /** One over the square root. */
  public static float rsqrt(float x) {
    return (float) (1.0 / Math.sqrt(x));
  }

  /** One over the square root. */
  public static double rsqrt(double x) {
    return 1.0 / Math.sqrt(x);
  }

  /** The cube root. */
  public static float cbrt(float x) {
    return (float) Math.cbrt(x);
  }

  /** The cube root. */
  public static double cbrt(double x) {
    return Math.cbrt(x);
  }

  /** {@code 1 / (1 + exp(-x))}. */
  public static float sigmoid(float x) {
    return (float) (1.0 / (1.0 + Math.exp(-x)));
  }

  /** {@code 1 / (1 + exp(-x))}. */
  public static double sigmoid(double x) {
    return 1.0 / (1.0 + Math.exp(-x));
  }

  /** The error function. */
  public static float erf(float x) {
    return (float) Maths.erf(x);
  }

  /** The error function. */
  public static double erf(double x) {
    return Maths.erf(x);
  }

  /** The largest integer not above x. */
  public static float floor(float x) {
    return (float) Math.floor(x);
  }

  /** The largest integer not above x. */
  public static double floor(double x) {
    return Math.floor(x);
  }

  /** The smallest integer not below x. */
  public static float ceil(float x) {
    return (float) Math.ceil(x);
  }

  /** The smallest integer not below x. */
  public static double ceil(double x) {
    return Math.ceil(x);
  }

  /** The nearest integer, ties away from zero. */
  public static float round(float x) {
    return (float) Maths.round(x);
  }

  /** The nearest integer, ties away from zero. */
  public static double round(double x) {
    return Maths.round(x);
  }

  /** The integer part. */
  public static float trunc(float x) {
    return (float) Maths.trunc(x);
  }

  /** The integer part. */
  public static double trunc(double x) {
    return Maths.trunc(x);
  }

  /** The nearest integer, ties to even. */
  public static float nearbyint(float x) {
    return (float) Math.rint(x);
  }

  /** The nearest integer, ties to even. */
  public static double nearbyint(double x) {
    return Math.rint(x);
  }

  /** The angle of the point (x, y). */
  public static float atan2(float y, float x) {
    return (float) Math.atan2(y, x);
  }

  /** The angle of the point (x, y). */
  public static double atan2(double y, double x) {
    return Math.atan2(y, x);
  }

  /** {@code a} to the power of {@code b}. */
  public static float pow(float a, float b) {
    return (float) Math.pow(a, b);
  }

  /** {@code a} to the power of {@code b}. */
  public static double pow(double a, double b) {
    return Math.pow(a, b);
  }

  /** {@code sqrt(a² + b²)} without overflow in between. */
  public static float hypot(float a, float b) {
    return (float) Math.hypot(a, b);
  }

  /** {@code sqrt(a² + b²)} without overflow in between. */
  public static double hypot(double a, double b) {
    return Math.hypot(a, b);
  }

  /** The remainder of the truncated quotient, Java's {@code %}. */
  public static float fmod(float a, float b) {
    return a % b;
  }

  /** The remainder of the truncated quotient, Java's {@code %}. */
  public static double fmod(double a, double b) {
    return a % b;
  }

  /** {@code x * 2^n} rounded once. */
  public static float ldexp(float x, int n) {
    return Math.scalb(x, n);
  }

  /** {@code x * 2^n} rounded once. */
  public static double ldexp(double x, int n) {
    return Math.scalb(x, n);
  }

  /** The magnitude of the first with the sign of the second. */
  public static float copysign(float magnitude, float sign) {
    return StrictMath.copySign(magnitude, sign);
  }

  /** The magnitude of the first with the sign of the second. */
  public static double copysign(double magnitude, double sign) {
    return StrictMath.copySign(magnitude, sign);
  }

  /** The neighbour of {@code start} in the direction of the second. */
  public static float nextafter(float start, float direction) {
    return Math.nextAfter(start, direction);
  }

  /** The neighbour of {@code start} in the direction of the second. */
  public static double nextafter(double start, double direction) {
    return Math.nextAfter(start, direction);
  }

  /** Whether x is not a number. */
  public static boolean isnan(float x) {
    return Float.isNaN(x);
  }

  /** Whether x is infinite. */
  public static boolean isinf(float x) {
    return Float.isInfinite(x);
  }

  /** Whether x is neither infinite nor not a number. */
  public static boolean isfinite(float x) {
    return Float.isFinite(x);
  }

  /** Whether x is not a number. */
  public static boolean isnan(double x) {
    return Double.isNaN(x);
  }

  /** Whether x is infinite. */
  public static boolean isinf(double x) {
    return Double.isInfinite(x);
  }

  /** Whether x is neither infinite nor not a number. */
  public static boolean isfinite(double x) {
    return Double.isFinite(x);
  }
}
