package dev.kiln.lower.laidout;

import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;

/**
 * The wish of one operation for the layout of one operand.
 *
 * @param tile a tile, or a transposed view of one
 * @param layout as seen through that view
 * @param cost what another layout would cost, in elements moved; ignored when strict
 */
public record LayoutDemand(Value tile, Layout layout, Strength strength, long cost) {

  /** How much an operation insists. */
  public enum Strength {
    /** The operation has no code for any other layout. */
    STRICT,
    /** Any other layout is right too, but costs. */
    COMMON
  }
}
