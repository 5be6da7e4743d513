package dev.kiln.ir;

/** How many values become one. */
public enum ReduceKind {
  SUM,
  MAX,
  MIN,
  /** The largest magnitude: the maximum of absolute values. */
  ABS_MAX
}
