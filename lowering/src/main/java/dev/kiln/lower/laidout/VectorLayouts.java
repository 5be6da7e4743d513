package dev.kiln.lower.laidout;

import dev.kiln.ir.DType;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.tileop.GemmTile;
import dev.kiln.pass.Machine;
import java.util.List;

/**
 * Layouts for machines whose blocks are run by one thread with vector registers: right operands of
 * products lie in panels as wide as a register tile, everything else in padded rows; half floats
 * are held as F32, in which they are computed with.
 */
public final class VectorLayouts implements LayoutRules {
  public static final LayoutRules RULES = new VectorLayouts();

  private static final int CROWDED_BYTES = 1024;
  private static final int LINE_BYTES = 64;

  private VectorLayouts() {}

  @Override
  public List<LayoutDemand> demands(TileOp op, Machine machine) {
    return op instanceof TileOp.Gemm gemm
        ? List.of(rightDemand(gemm, machine), accumulatorDemand(gemm, machine))
        : List.of();
  }

  private LayoutDemand rightDemand(TileOp.Gemm gemm, Machine machine) {
    Type.TileType right = tile(gemm.right());
    DType computed = tile(gemm.accumulator()).element().computed();
    int length = right.shape().extent(0);
    int columns = right.shape().extent(1);
    var panels = new Layout.Panels(1, GemmTile.panelWidth(machine, computed, columns), length);
    return new LayoutDemand(
        gemm.right(), panels, LayoutDemand.Strength.COMMON, 2 * right.shape().elements());
  }

  private LayoutDemand accumulatorDemand(TileOp.Gemm gemm, Machine machine) {
    Type.TileType accumulator = tile(gemm.accumulator());
    return new LayoutDemand(
        gemm.accumulator(),
        free(accumulator, machine),
        LayoutDemand.Strength.COMMON,
        4 * accumulator.shape().elements());
  }

  /**
   * Rows that begin at whole vectors, where a row takes one at least, and not a large power of two
   * apart, which would crowd the same sets of the caches.
   */
  @Override
  public Layout free(Type.TileType tile, Machine machine) {
    Shape shape = tile.shape();
    int bytes = storage(tile, machine).bytes();
    int lanes = machine.vectorBytes() / bytes;
    int columns = shape.extent(shape.rank() - 1);
    int pitch = columns < lanes ? columns : Math.ceilDiv(columns, lanes) * lanes;
    boolean isCrowded = pitch * bytes % CROWDED_BYTES == 0;
    return Layout.rowMajor(shape.extents(), isCrowded ? pitch + LINE_BYTES / bytes : pitch);
  }

  @Override
  public DType storage(Type.TileType tile, Machine machine) {
    return switch (tile.element()) {
      case F16, BF16, E4M3, E5M2 -> DType.F32;
      case F32, F64, I8, I16, I32, I64, U8, BOOL -> tile.element();
    };
  }

  private static Type.TileType tile(Value value) {
    return (Type.TileType) value.type();
  }
}
