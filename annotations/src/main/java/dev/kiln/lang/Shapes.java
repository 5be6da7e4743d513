package dev.kiln.lang;

/** What the words on tiles demand of their operands. */
final class Shapes {

  private Shapes() {}

  /** Checks that the word stands in a block and that its operand is on chip. */
  static void requireTile(String word, Tensor<?> tensor) {
    GridRun.require(word);
    if (!tensor.isOnChip()) {
      throw new IllegalArgumentException(
          "Expected an on-chip tile for %s, found %s.".formatted(word, tensor.describe()));
    }
  }
}
