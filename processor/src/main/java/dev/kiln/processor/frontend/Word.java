package dev.kiln.processor.frontend;

import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Scope;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words of the language that work on tiles; the scalar ones are in {@link ScalarTable}. */
enum Word {
  GRID("grid", 2, 7, "grid(n, (x) -> { ... })"),
  THREADS("threads", 1, 1, "threads(128)"),
  SWIZZLE("swizzle", 1, 1, "swizzle(8)"),
  PERSISTENT("persistent", 0, 0, "persistent()"),
  SHARED("shared", 2, Integer.MAX_VALUE, "shared(F16, rows, columns)"),
  FRAGMENT("fragment", 2, Integer.MAX_VALUE, "fragment(F32, rows, columns)"),
  LOCAL("local", 2, Integer.MAX_VALUE, "local(F32, size)"),
  PARALLEL("parallel", 2, 4, "parallel(m, n, (i, j) -> { ... })"),
  PIPELINED("pipelined", 2, 2, "pipelined(count, stages)"),
  SERIAL("serial", 1, 1, "serial(count)"),
  UNROLL("unroll", 1, 1, "unroll(count)"),
  COPY("copy", 2, 2, "copy(source, target)"),
  FILL("fill", 2, 2, "fill(tile, value)"),
  CLEAR("clear", 1, 1, "clear(tile)"),
  GEMM("gemm", 3, 5, "gemm(a, b, accumulator)"),
  REDUCE_SUM("reduceSum", 3, 4, "reduceSum(source, target, axis)"),
  REDUCE_MAX("reduceMax", 3, 4, "reduceMax(source, target, axis)"),
  REDUCE_MIN("reduceMin", 3, 4, "reduceMin(source, target, axis)"),
  REDUCE_ABS_MAX("reduceAbsMax", 3, 4, "reduceAbsMax(source, target, axis)"),
  ATOMIC_ADD("atomicAdd", 3, 7, "atomicAdd(tensor, i, value)"),
  PRINT("print", 1, Integer.MAX_VALUE, "print(\"label\", values)"),
  ASSERT_TRUE("assertTrue", 1, 2, "assertTrue(condition, \"message\")");

  /** No more stages than this: each one takes a copy of the tiles. */
  static final int LARGEST_STAGES = 16;

  /** The rank that tiles may have. */
  static final int LARGEST_RANK = 3;

  private static final Map<String, Word> BY_TEXT =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Word::text, Function.identity()));

  private final String text;
  private final int fewest;
  private final int most;
  private final String usage;

  Word(String text, int fewest, int most, String usage) {
    this.text = text;
    this.fewest = fewest;
    this.most = most;
    this.usage = usage;
  }

  /** The word that a method of {@code Tile} is; null when it is a scalar one. */
  static @Nullable Word of(String name) {
    return BY_TEXT.get(name);
  }

  /** The method's name. */
  String text() {
    return text;
  }

  /** How a call looks. */
  String usage() {
    return usage;
  }

  boolean takes(int arguments) {
    return fewest <= arguments && arguments <= most;
  }

  /** Whether it is an option of a grid. */
  boolean isGridOption() {
    return this == THREADS || this == SWIZZLE || this == PERSISTENT;
  }

  /** Whether it is what a for loop goes over. */
  boolean isRange() {
    return this == PIPELINED || this == SERIAL || this == UNROLL;
  }

  /** Where the tiles that it makes live; null when it makes none. */
  @Nullable Scope scope() {
    return switch (this) {
      case SHARED -> Scope.SHARED;
      case FRAGMENT -> Scope.FRAGMENT;
      case LOCAL -> Scope.LOCAL;
      case GRID,
          THREADS,
          SWIZZLE,
          PERSISTENT,
          PARALLEL,
          PIPELINED,
          SERIAL,
          UNROLL,
          COPY,
          FILL,
          CLEAR,
          GEMM,
          REDUCE_SUM,
          REDUCE_MAX,
          REDUCE_MIN,
          REDUCE_ABS_MAX,
          ATOMIC_ADD,
          PRINT,
          ASSERT_TRUE ->
          null;
    };
  }

  /** How it makes one value of many; null when it does not. */
  @Nullable ReduceKind reduction() {
    return switch (this) {
      case REDUCE_SUM -> ReduceKind.SUM;
      case REDUCE_MAX -> ReduceKind.MAX;
      case REDUCE_MIN -> ReduceKind.MIN;
      case REDUCE_ABS_MAX -> ReduceKind.ABS_MAX;
      case GRID,
          THREADS,
          SWIZZLE,
          PERSISTENT,
          SHARED,
          FRAGMENT,
          LOCAL,
          PARALLEL,
          PIPELINED,
          SERIAL,
          UNROLL,
          COPY,
          FILL,
          CLEAR,
          GEMM,
          ATOMIC_ADD,
          PRINT,
          ASSERT_TRUE ->
          null;
    };
  }
}
