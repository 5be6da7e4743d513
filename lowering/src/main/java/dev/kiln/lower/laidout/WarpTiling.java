package dev.kiln.lower.laidout;

import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpPolicy;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the warps of a block share a product that a matrix instruction of theirs can compute.
 *
 * @param warpRows warps one below the other
 * @param warpColumns warps side by side
 * @param rowTiles instructions that each warp runs one below the other
 * @param columnTiles instructions that each warp runs side by side
 * @param areRounded whether factors of F32 are TF32 already
 */
public record WarpTiling(
    MatrixInstruction instruction,
    int warpRows,
    int warpColumns,
    int rowTiles,
    int columnTiles,
    boolean areRounded) {
  /** The most columns of an instruction of a warpgroup. */
  private static final int MOST_COLUMNS = 256;

  /** Threads of a warp. */
  public static final int WARP = 32;

  /**
   * The tiling of a product among the warps of a block; warps that find nothing to do compute what
   * others do. Null when no instruction computes it.
   *
   * @param areRowsWhole whether a warp has whole rows, as it must where they are held in registers
   */
  public static @Nullable WarpTiling of(
      TileOp.Gemm gemm, MatrixInstructions instructions, boolean areRowsWhole) {
    WarpTiling best = null;
    for (WarpTiling tiling : all(gemm, instructions)) {
      if ((tiling.warpColumns == 1 || !areRowsWhole)
          && (best == null || tiling.isBetterThan(best, gemm.policy()))) {
        best = tiling;
      }
    }
    return best;
  }

  /** The tiling whose accumulator lies as {@code layout} says; null where there is none. */
  public static @Nullable WarpTiling of(
      TileOp.Gemm gemm, MatrixInstructions instructions, Layout layout) {
    return all(gemm, instructions).stream()
        .filter(tiling -> tiling.accumulatorLayout().equals(layout))
        .findFirst()
        .orElse(null);
  }

  private static List<WarpTiling> all(TileOp.Gemm gemm, MatrixInstructions instructions) {
    MatrixInstruction instruction = instructions.of(gemm);
    int warps = instructions.warps();
    Shape shape = tile(gemm.accumulator()).shape();
    int depth = tile(gemm.left()).shape().extent(1);
    var all = new ArrayList<WarpTiling>();
    if (instruction == null
        || shape.extent(0) % instruction.rows() != 0
        || shape.extent(1) % instruction.columns() != 0
        || depth % instruction.depth() != 0) {
      return all;
    }
    int rows = shape.extent(0) / instruction.rows();
    int columns = shape.extent(1) / instruction.columns();
    for (int down = 1; down <= warps; down *= 2) {
      for (int across = 1; down * across <= warps; across *= 2) {
        if (rows % down == 0 && columns % across == 0) {
          all.add(
              new WarpTiling(
                  instruction,
                  down,
                  across,
                  rows / down,
                  columns / across,
                  instructions.takesRounded(gemm)));
        }
      }
    }
    return all;
  }

  /** Whether whole warpgroups have whole rows, 64 at a time, of no more columns than one takes. */
  public boolean isOfWarpgroups() {
    return warpColumns == 1
        && warpRows % 4 == 0
        && columnTiles * instruction.columns() <= MOST_COLUMNS;
  }

  /** More warps at work first, then as asked for: the fewest elements read for each product. */
  private boolean isBetterThan(WarpTiling other, WarpPolicy policy) {
    int own = warpRows * warpColumns;
    int others = other.warpRows * other.warpColumns;
    if (own != others) {
      return own > others;
    }
    return switch (policy) {
      case SQUARE -> perimeter() < other.perimeter();
      case FULL_ROW -> warpRows > other.warpRows;
      case FULL_COLUMN -> warpColumns > other.warpColumns;
    };
  }

  private int perimeter() {
    return rowTiles * instruction.rows() + columnTiles * instruction.columns();
  }

  /**
   * Whether the elements of a product's factors are not what the instruction takes as they lie: it
   * gets them one by one.
   */
  public boolean converts(TileOp.Gemm gemm) {
    return instruction.left().bytes() > 2
        || tile(gemm.left()).element() != instruction.left()
        || tile(gemm.right()).element() != instruction.right();
  }

  /** Whether a warpgroup, which reads memory by itself, takes the factors as they lie. */
  public boolean isForWarpgroups(TileOp.Gemm gemm) {
    return isOfWarpgroups() && (areRounded || !converts(gemm));
  }

  /** Whether a left factor may lie in registers: as sums lie there, 2 to a register. */
  boolean takesHeldLeft(TileOp.Gemm gemm) {
    return !converts(gemm) && instruction.left().bytes() == 2;
  }

  /**
   * Whether the instruction's sums lose bits that F32 has: then sums of a few instructions are
   * added to the others as F32.
   */
  public boolean isRough() {
    return instruction.left().isByteFloat();
  }

  /** Where the accumulator's elements lie: instruction by instruction, a row of them first. */
  public Layout.Fragment accumulatorLayout() {
    return spread(instruction.accumulatorLayout(), columnTiles, warpColumns);
  }

  /** Where the elements of a left operand lie that is held in registers. */
  public Layout.Fragment leftLayout(int depth) {
    return spread(instruction.leftLayout(), depth / instruction.depth(), 1);
  }

  private Layout.Fragment spread(Layout.Fragment one, int tilesAcross, int warpsAcross) {
    var rows = new ArrayList<>(one.axes().get(0));
    rows.add(Mode.threads(warpRows, WARP));
    rows.add(Mode.registers(rowTiles, one.registers() * tilesAcross));
    var columns = new ArrayList<>(one.axes().get(1));
    columns.add(Mode.registers(tilesAcross, one.registers()));
    columns.add(Mode.threads(warpsAcross, WARP * warpRows));
    return new Layout.Fragment(List.of(rows, columns)).canonical();
  }

  private static Type.TileType tile(Value value) {
    return (Type.TileType) value.type();
  }
}
