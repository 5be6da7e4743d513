package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds one register tile of a product: accumulators in cells over k, read once, written once. A
 * local of whoever builds.
 */
final class GemmTileBuilder {
  /** Steps of k in one pass of the loop: more make code that is no faster. */
  private static final int UNROLL = 2;

  private final GemmTile tile;
  private final Matrix left;
  private final LowerGemm.Panel panel;
  private final Matrix accumulator;
  private final Precision precision;
  private final DType computed;
  private final List<Value> cells = new ArrayList<>();

  GemmTileBuilder(
      GemmTile tile, Matrix left, LowerGemm.Panel panel, Matrix accumulator, Precision precision) {
    this.precision = precision;
    this.tile = tile;
    this.left = left;
    this.panel = panel;
    this.accumulator = accumulator;
    this.computed = accumulator.side().element().computed();
  }

  void build(Value row, Value column, OpBuilder out) {
    boolean isVector = accumulator.isVector(1, tile.lanes());
    List<List<Value>> offsets = accumulatorOffsets(row, column, out);
    Value zero = out.constant(Type.Arithmetic.of(computed, tile.lanes()), 0);
    for (int r = 0; r < tile.rows(); r++) {
      for (int v = 0; v < tile.vectors(); v++) {
        Value at = offsets.get(r).get(v);
        cells.add(
            out.cell(
                isVector ? accumulator.side().loadComputed(at, tile.lanes(), out) : zero, "acc"));
      }
    }
    products(row, out);
    for (int r = 0; r < tile.rows(); r++) {
      for (int v = 0; v < tile.vectors(); v++) {
        Value sum = out.read(cells.get(r * tile.vectors() + v));
        if (isVector) {
          accumulator.side().storeComputed(offsets.get(r).get(v), sum, null, out);
        } else {
          addLanes(sum, Indices.plus(row, r, out), columnOf(column, v, out), out);
        }
      }
    }
  }

  private Value columnOf(Value column, int vector, OpBuilder out) {
    return Indices.plus(column, (long) vector * tile.lanes(), out);
  }

  private List<List<Value>> accumulatorOffsets(Value row, Value column, OpBuilder out) {
    boolean areNeighbours = accumulator.isVector(1, tile.lanes() * tile.vectors());
    long stride = accumulator.stride(0);
    Value first = accumulator.offset(row, column, out);
    var offsets = new ArrayList<List<Value>>();
    for (int r = 0; r < tile.rows(); r++) {
      var ofRow = new ArrayList<Value>();
      for (int v = 0; v < tile.vectors(); v++) {
        ofRow.add(
            areNeighbours && stride != 0
                ? Indices.plus(first, r * stride + (long) v * tile.lanes(), out)
                : accumulator.offset(Indices.plus(row, r, out), columnOf(column, v, out), out));
      }
      offsets.add(ofRow);
    }
    return offsets;
  }

  /** Adds the lanes of a sum one by one, where the accumulator's rows are no neighbours. */
  private void addLanes(Value sum, Value row, Value column, OpBuilder out) {
    for (int lane = 0; lane < tile.lanes(); lane++) {
      Value offset = accumulator.offset(row, Indices.plus(column, lane, out), out);
      Value old = accumulator.side().loadComputed(offset, 1, out);
      Value part = tile.lanes() == 1 ? sum : out.lane(sum, lane);
      accumulator
          .side()
          .storeComputed(offset, out.binary(BinaryOperator.ADD, old, part), null, out);
    }
  }

  /** The loop over k, some steps a pass, then the steps that are left. */
  private void products(Value row, OpBuilder out) {
    int depth = left.extent(1);
    int whole = depth / UNROLL * UNROLL;
    List<Value> starts = leftStarts(row, out);
    if (whole > 0) {
      out.loop(
          out.i64(0), out.i64(whole), UNROLL, (body, k) -> steps(row, starts, k, UNROLL, body));
    }
    if (whole < depth) {
      steps(row, starts, out.i64(whole), depth - whole, out);
    }
  }

  /** Offset of each row of the left operand at k = 0; empty when it has no constant strides. */
  private List<Value> leftStarts(Value row, OpBuilder out) {
    var starts = new ArrayList<Value>();
    if (left.stride(1) == 0) {
      return starts;
    }
    Value first = left.offset(row, out.i64(0), out);
    for (int r = 0; r < tile.rows(); r++) {
      starts.add(
          r == 0
              ? first
              : left.stride(0) == 0
                  ? left.offset(Indices.plus(row, r, out), out.i64(0), out)
                  : first);
    }
    return starts;
  }

  private void steps(Value row, List<Value> starts, Value k, int count, OpBuilder out) {
    List<Value> sums = new ArrayList<>(cells.stream().map(out::read).toList());
    for (int step = 0; step < count; step++) {
      List<Value> columns = columns(k, step, out);
      for (int r = 0; r < tile.rows(); r++) {
        Value element = leftElement(row, starts, k, step, r, out);
        Value spread = out.splat(element, tile.lanes());
        for (int v = 0; v < tile.vectors(); v++) {
          int at = r * tile.vectors() + v;
          sums.set(at, multiplyAdd(spread, columns.get(v), sums.get(at), out));
        }
      }
    }
    for (int i = 0; i < cells.size(); i++) {
      out.write(cells.get(i), sums.get(i));
    }
  }

  private List<Value> columns(Value k, int step, OpBuilder out) {
    Value moved = Indices.times(k, panel.stride(), out);
    var columns = new ArrayList<Value>();
    for (Value start : panel.starts()) {
      Value offset = Indices.plus(Indices.add(start, moved, out), step * panel.stride(), out);
      Value loaded = out.load(panel.memory(), offset, tile.lanes(), null);
      columns.add(Factors.of(loaded, computed, precision, out));
    }
    return columns;
  }

  private Value leftElement(
      Value row, List<Value> starts, Value k, int step, int r, OpBuilder out) {
    Value offset;
    if (starts.isEmpty()) {
      offset = left.offset(Indices.plus(row, r, out), Indices.plus(k, step, out), out);
    } else {
      Value moved = Indices.add(starts.get(r), Indices.times(k, left.stride(1), out), out);
      offset = Indices.plus(moved, r * left.stride(0) + step * left.stride(1), out);
    }
    return Factors.of(left.side().load(offset, 1, null, out), computed, precision, out);
  }

  private Value multiplyAdd(Value a, Value b, Value sum, OpBuilder out) {
    return computed.isFloat()
        ? out.fma(a, b, sum, /* exact= */ false)
        : out.binary(BinaryOperator.ADD, sum, out.binary(BinaryOperator.MUL, a, b));
  }
}
