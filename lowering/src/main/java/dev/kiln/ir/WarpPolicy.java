package dev.kiln.ir;

/** How the warps of a block share a product, where its machine has warps; results do not differ. */
public enum WarpPolicy {
  /** So that each reads as little as possible. */
  SQUARE,
  /** One below the other, each with whole rows, as far as there are rows. */
  FULL_ROW,
  /** Side by side, each with whole columns, as far as there are columns. */
  FULL_COLUMN
}
