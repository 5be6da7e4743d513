package dev.kiln.pass;

/** Something that holds of a kernel between two passes. A pass needs, gives and ends facts. */
public enum Fact {
  /** Tile operations are present and mean what the user wrote. */
  TILE_OPS("tile operations are present"),
  /** The checks of the language have passed. */
  CHECKED("the language's rules hold"),
  /** Constants are folded and indices simplified. */
  CANONICAL("indices are simplified and constants folded"),
  /** {@code Pipelined} has become plain or asynchronous loops. */
  SCHEDULED("software pipelines are resolved"),
  /** Every tile type has a layout and a storage type. */
  LAYOUTS("every tile has a layout"),
  /** Only the low dialect is left. */
  LOW_OPS("only low operations are left"),
  /** On-chip memory has places in the arena. */
  PLACED("on-chip memory is placed"),
  /** Barriers are where they must be. */
  SYNCHRONISED("barriers are in place"),
  /** Portable maths has become arithmetic of the target; copysign is arithmetic of all. */
  MATHS_EXPANDED("maths functions are expanded"),
  /** Every operation is one that the target has. */
  LEGAL("every operation is one of the target's");

  private final String sentence;

  Fact(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
