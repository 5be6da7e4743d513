package dev.kiln.lower.tileop;

import dev.kiln.ir.DType;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;

/**
 * The part of a product that is held in registers: {@code rows} rows of {@code vectors} vectors of
 * {@code lanes} elements.
 */
public record GemmTile(int rows, int vectors, int lanes) {
  /** With more rows, loads that are moved ahead of their use spill accumulators. */
  private static final int MOST_ROWS = 12;

  /** Sums that keep every multiplier busy: twice what its latency and number ask for. */
  private static final int ENOUGH_SUMS = 16;

  /**
   * The largest tile that leaves registers for a row of the right operand, one element of the left
   * in every lane and, without fused multiply-add, a product; a somewhat smaller one when that
   * divides all the rows, since rows that are left over would take code of their own.
   */
  static GemmTile of(Machine machine, DType computed, int lanes, int vectors, int all) {
    int most = mostRows(machine, computed, vectors);
    int enough = Math.ceilDiv(ENOUGH_SUMS, vectors);
    for (int rows = most; rows >= enough; rows--) {
      if (all % rows == 0) {
        return new GemmTile(rows, vectors, lanes);
      }
    }
    return new GemmTile(most, vectors, lanes);
  }

  private static int mostRows(Machine machine, DType computed, int vectors) {
    boolean isFused = computed.isFloat() && machine.has(Feature.FMA);
    int spare = machine.vectorRegisters() - vectors - 1 - (isFused ? 0 : vectors + 1);
    int rows = Math.clamp(spare / vectors, 1, MOST_ROWS);
    return isFused ? rows : rows & -2;
  }

  /** Vectors side by side in the widest tile. */
  static final int VECTORS = 2;

  /** The width of the panels that right operands are best packed in, for {@code columns}. */
  public static int panelWidth(Machine machine, DType computed, int columns) {
    int lanes = machine.vectorBytes() / computed.bytes();
    return columns <= lanes ? lanes : lanes * VECTORS;
  }
}
