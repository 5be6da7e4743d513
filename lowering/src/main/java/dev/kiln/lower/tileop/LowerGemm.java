package dev.kiln.lower.tileop;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes a product as a nest of register tiles: columns outside, so that a panel of the right
 * operand stays in the nearest cache while all rows pass by, rows inside, k innermost with the
 * accumulators in registers. Rows and columns that are left over take smaller tiles.
 */
final class LowerGemm {
  private final Matrix left;
  private final Matrix right;
  private final Matrix accumulator;
  private final Precision precision;
  private final DType computed;
  private final LoweringContext context;

  private LowerGemm(
      Matrix left, Matrix right, Matrix accumulator, Precision precision, LoweringContext context) {
    this.precision = precision;
    this.left = left;
    this.right = right;
    this.accumulator = accumulator;
    this.computed = accumulator.side().element().computed();
    this.context = context;
  }

  static void lower(TileOp.Gemm gemm, OpBuilder out, LoweringContext context) {
    Matrix left = Matrix.of(gemm.left(), out, context);
    Matrix right = Matrix.of(gemm.right(), out, context);
    Matrix accumulator = Matrix.of(gemm.accumulator(), out, context);
    int lanes = context.lanes(accumulator.side().element().computed());
    if (!accumulator.isVector(1, lanes) && accumulator.isVector(0, lanes)) {
      // The transposed product has rows of neighbours.
      new LowerGemm(
              right.swapped(), left.swapped(), accumulator.swapped(), gemm.precision(), context)
          .lower(out);
    } else {
      new LowerGemm(left, right, accumulator, gemm.precision(), context).lower(out);
    }
  }

  private void lower(OpBuilder out) {
    int lanes = context.lanes(computed);
    int columns = accumulator.extent(1);
    boolean isPadded = accumulator.isPadded(lanes) && right.isPadded(lanes);
    long walked = isPadded ? (long) Math.ceilDiv(columns, lanes) * lanes : columns;
    for (Strip strip : Strip.of(walked, lanes, GemmTile.VECTORS)) {
      strip.loop(out, (body, column) -> columns(strip, column, body));
    }
  }

  /** All rows of one step of columns. */
  private void columns(Strip strip, Value column, OpBuilder out) {
    Panel panel =
        right.isVector(1, strip.lanes()) && right.stride(0) != 0
            ? inPlace(strip, column, out)
            : packed(strip, column, out);
    int rows = accumulator.extent(0);
    GemmTile widest =
        GemmTile.of(context.machine(), computed, strip.lanes(), strip.vectors(), rows);
    int whole = rows / widest.rows() * widest.rows();
    if (whole > 0) {
      new Strip(0, whole, widest.rows(), 1)
          .loop(out, (body, row) -> tile(widest, panel, row, column, body));
    }
    if (whole < rows) {
      var rest = new GemmTile(rows - whole, strip.vectors(), strip.lanes());
      tile(rest, panel, out.i64(whole), column, out);
    }
  }

  private void tile(GemmTile tile, Panel panel, Value row, Value column, OpBuilder out) {
    new GemmTileBuilder(tile, left, panel, accumulator, precision).build(row, column, out);
  }

  /** The columns where they lie. */
  private Panel inPlace(Strip strip, Value column, OpBuilder out) {
    Value first = right.offset(out.i64(0), column, out);
    boolean areNeighbours = right.isVector(1, Math.toIntExact(strip.step()));
    var starts = new ArrayList<Value>();
    for (int v = 0; v < strip.vectors(); v++) {
      long delta = (long) v * strip.lanes();
      starts.add(
          areNeighbours || v == 0
              ? Indices.plus(first, delta, out)
              : right.offset(out.i64(0), Indices.plus(column, delta, out), out));
    }
    return new Panel(right.side().memory(), starts, right.stride(0));
  }

  /** The columns copied element by element to memory of their own, where they are neighbours. */
  private Panel packed(Strip strip, Value column, OpBuilder out) {
    int depth = left.extent(1);
    Type.MemoryType source = (Type.MemoryType) right.side().memory().type();
    Value memory = out.values().value(source, "panel");
    out.add(new LowOp.AllocMemory(memory, depth * strip.step(), out.loc()));
    out.loop(
        out.i64(0),
        out.i64(depth),
        1,
        (outer, k) ->
            outer.loop(
                outer.i64(0),
                outer.i64(strip.step()),
                1,
                (body, c) -> {
                  Value from = right.offset(k, Indices.add(column, c, body), body);
                  Value to = Indices.add(Indices.times(k, strip.step(), body), c, body);
                  Value raw = right.side().load(from, 1, null, body);
                  body.store(memory, to, raw, null);
                }));
    List<Value> starts = new ArrayList<>();
    for (int v = 0; v < strip.vectors(); v++) {
      starts.add(out.i64((long) v * strip.lanes()));
    }
    return new Panel(memory, starts, strip.step());
  }

  /**
   * Columns of the right operand.
   *
   * @param starts offset of each vector of columns at k = 0
   * @param stride from one k to the next
   */
  record Panel(Value memory, List<Value> starts, long stride) {
    Panel {
      starts = List.copyOf(starts);
    }
  }
}
