package dev.kiln.ir;

/** What the user or a pass wants of a counted loop. */
public enum LoopKind {
  /** Iterations in order. */
  SERIAL,
  /** As SERIAL, and the body is to be repeated when the bounds are constant. */
  UNROLLED
}
