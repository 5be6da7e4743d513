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

  /**
   * The largest tile that leaves registers for a row of the right operand, one element of the left
   * in every lane and, without fused multiply-add, a product.
   */
  static GemmTile of(Machine machine, DType computed, int lanes, int vectors) {
    boolean isFused = computed.isFloat() && machine.has(Feature.FMA);
    int spare = machine.vectorRegisters() - vectors - 1 - (isFused ? 0 : vectors + 1);
    int rows = Math.clamp(spare / vectors, 1, MOST_ROWS);
    return new GemmTile(isFused ? rows : rows & -2, vectors, lanes);
  }

  /** Vectors side by side in the widest tile. */
  static final int VECTORS = 2;

  /** The width of the panels that right operands are best packed in, for {@code columns}. */
  public static int panelWidth(Machine machine, DType computed, int columns) {
    int lanes = machine.vectorBytes() / computed.bytes();
    return columns <= lanes ? lanes : lanes * VECTORS;
  }
}
