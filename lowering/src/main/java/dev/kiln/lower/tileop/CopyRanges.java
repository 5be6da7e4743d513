package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which indices of a copy lie inside of one of its sides: a range for each axis, where one is not
 * known to be whole.
 */
public record CopyRanges(Shape extents, Map<Integer, Range> byAxis) {
  public CopyRanges {
    byAxis = Map.copyOf(byAxis);
  }

  /** From low to below high, I64. */
  public record Range(Value low, Value high) {}

  /**
   * Whether the {@code counts} indices of each axis from {@code first} on are inside; null when
   * they always are.
   */
  public @Nullable Value contain(List<Value> first, List<Integer> counts, OpBuilder out) {
    Value all = null;
    for (int axis = 0; axis < extents.rank(); axis++) {
      Range range = range(axis, counts.get(axis), out);
      if (range != null) {
        Value end = Indices.plus(first.get(axis), counts.get(axis), out);
        all = Indices.and(all, out.compare(CompareOperator.LE, range.low(), first.get(axis)), out);
        all = Indices.and(all, out.compare(CompareOperator.LE, end, range.high()), out);
      }
    }
    return all;
  }

  /**
   * How many of the {@code lanes} indices of {@code axis} from {@code first} on are inside, an I64,
   * given that none is inside that follows one outside.
   */
  public Value count(List<Value> first, int axis, int lanes, OpBuilder out) {
    CopyRanges line = inLine(first, axis, out);
    Range range = line.byAxis.get(axis);
    if (range == null) {
      return out.i64(lanes);
    }
    Value begin = first.get(axis);
    Value left = Indices.subtract(range.high(), begin, out);
    Value atMost = out.binary(BinaryOperator.MIN, left, out.i64(lanes));
    Value count = out.binary(BinaryOperator.MAX, atMost, out.i64(0));
    Value isBehind = out.compare(CompareOperator.LE, range.low(), begin);
    return out.select(isBehind, count, out.i64(0));
  }

  /** These ranges with that along {@code axis} empty where {@code first} is outside elsewhere. */
  CopyRanges inLine(List<Value> first, int axis, OpBuilder out) {
    Value isHere = null;
    for (int other = 0; other < extents.rank(); other++) {
      Range range = byAxis.get(other);
      if (other != axis && range != null) {
        Value index = first.get(other);
        isHere = Indices.and(isHere, out.compare(CompareOperator.LE, range.low(), index), out);
        isHere = Indices.and(isHere, out.compare(CompareOperator.LT, index, range.high()), out);
      }
    }
    Range along = byAxis.get(axis);
    if (isHere == null) {
      return new CopyRanges(extents, along == null ? Map.of() : Map.of(axis, along));
    }
    Range held = along == null ? whole(axis, out) : along;
    Value high = out.select(isHere, held.high(), out.i64(0));
    return new CopyRanges(extents, Map.of(axis, new Range(held.low(), high)));
  }

  /** These ranges, that of {@code axis} said even if whole, unless steps of it end with it. */
  CopyRanges withWhole(int axis, int count, OpBuilder out) {
    Range range = range(axis, count, out);
    if (range == null) {
      return this;
    }
    var changed = new HashMap<>(byAxis);
    changed.put(axis, range);
    return new CopyRanges(extents, changed);
  }

  /** These ranges, all empty unless {@code condition}. */
  CopyRanges onlyIf(Value condition, OpBuilder out) {
    Range first = byAxis.getOrDefault(0, whole(0, out));
    var changed = new HashMap<>(byAxis);
    changed.put(0, new Range(first.low(), out.select(condition, first.high(), out.i64(0))));
    return new CopyRanges(extents, changed);
  }

  /**
   * Which of the {@code lanes} indices of {@code axis} from {@code first} on are inside; null when
   * all always are.
   */
  public @Nullable Value mask(Value first, int axis, int lanes, OpBuilder out) {
    Range range = range(axis, lanes, out);
    if (range == null) {
      return null;
    }
    if (lanes == 1) {
      return out.binary(
          BinaryOperator.AND,
          out.compare(CompareOperator.LE, range.low(), first),
          out.compare(CompareOperator.LT, first, range.high()));
    }
    Value numbers = out.lanes(DType.I32, lanes);
    return out.binary(
        BinaryOperator.AND,
        out.compare(CompareOperator.GE, numbers, distance(range.low(), first, lanes, out)),
        out.compare(CompareOperator.LT, numbers, distance(range.high(), first, lanes, out)));
  }

  /** The range of an axis; null when steps of {@code count} never leave it. */
  private @Nullable Range range(int axis, int count, OpBuilder out) {
    Range range = byAxis.get(axis);
    return range == null && extents.extent(axis) % count != 0 ? whole(axis, out) : range;
  }

  private Range whole(int axis, OpBuilder out) {
    return new Range(out.i64(0), out.i64(extents.extent(axis)));
  }

  private static Value distance(Value bound, Value index, int lanes, OpBuilder out) {
    return out.splat(out.cast(DType.I32, Indices.subtract(bound, index, out)), lanes);
  }
}
