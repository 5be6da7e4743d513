package dev.kiln.ir;

/**
 * An operation: one immutable record whose components say what they are. A {@link Value} or a list
 * of them is an operand unless marked {@link Result} or {@link Argument}, a {@link Body} is nested
 * code, {@link Loc} is the place to blame, anything else is an attribute. {@link OpShape} reads
 * this, so that printing, parsing, walking and rebuilding need no code per operation.
 */
public sealed interface Op permits TileOp, LowOp {
  /** The place in the user's source, never null. */
  Loc loc();
}
