package dev.kiln.codegen.llvm;

/** An operand with its type; as text, the one behind the other. */
public record Typed(String type, String operand) {
  @Override
  public String toString() {
    return type + " " + operand;
  }
}
