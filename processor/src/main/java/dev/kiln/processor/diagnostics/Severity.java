package dev.kiln.processor.diagnostics;

/** How much a finding weighs. */
public enum Severity {
  /** The kernel cannot be compiled; its launcher throws. */
  ERROR,
  /** The kernel is compiled, but probably does not do what was meant. */
  WARNING,
  /** A fact, shown on request. */
  NOTE
}
