package dev.kiln.pass;

/** The skeleton of every pipeline, in order; a stage is reached when its passes have run. */
public enum Stage {
  /** Shapes, dtypes, scopes, races and budgets are right: all user errors end here. */
  CHECKED,
  /** Indices are simplified, constants folded. Up to here, nothing depends on the target. */
  CANONICAL,
  /** Loops are in the order the target wants: pipelined, specialised by warp, persistent. */
  SCHEDULED,
  /** Every tile has a layout and a storage type. */
  LAID_OUT,
  /** No tile operation is left; instructions are chosen, tails guarded. */
  LOWERED,
  /** Every on-chip buffer has its place. */
  FLAT,
  /** Barriers and fences stand where they must. */
  SYNCHRONISED,
  /** Every operation prints one to one. */
  EMITTABLE
}
