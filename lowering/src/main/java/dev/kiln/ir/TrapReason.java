package dev.kiln.ir;

/** Why a launch ends with an error. */
public enum TrapReason {
  DIVISION_BY_ZERO("integer division by zero"),
  ASSERTION("assertion failed");

  private final String sentence;

  TrapReason(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
