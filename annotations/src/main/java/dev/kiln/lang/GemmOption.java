package dev.kiln.lang;

/** What a kernel asks for of one product; {@link Tile} has a constant of the same name for each. */
public enum GemmOption {
  /** Factors of f32 are rounded to 10 bits of fraction, which GPUs multiply faster. */
  TF32,
  /** The warps of a GPU share the product so that each reads as little as possible: the usual. */
  SQUARE,
  /** The warps of a GPU each take whole rows. */
  FULL_ROW,
  /** The warps of a GPU each take whole columns. */
  FULL_COLUMN;

  /** Refuses two ways to share one product, and rounding of what is not f32. */
  static void require(Tensor<?> a, Tensor<?> b, GemmOption... options) {
    for (int i = 0; i < options.length; i++) {
      for (int j = 0; j < i; j++) {
        if ((options[i] == TF32) == (options[j] == TF32)) {
          throw new IllegalArgumentException(
              "Expected TF32 once and one of SQUARE, FULL_ROW and FULL_COLUMN, found %s and %s."
                  .formatted(options[j], options[i]));
        }
      }
      boolean areSingle =
          a.dtype() == dev.kiln.lang.F32.INSTANCE && b.dtype() == dev.kiln.lang.F32.INSTANCE;
      if (options[i] == TF32 && !areSingle) {
        throw new IllegalArgumentException(
            "Expected factors of f32 for TF32, found %s and %s.".formatted(a.dtype(), b.dtype()));
      }
    }
  }

  /** Rounds all elements to 10 bits of fraction, ties to even. */
  static void round(float[] elements) {
    for (int i = 0; i < elements.length; i++) {
      int bits = Float.floatToRawIntBits(elements[i]);
      int rounded = (bits + 0xfff + ((bits >>> 13) & 1)) & ~0x1fff;
      elements[i] = Float.isNaN(elements[i]) ? elements[i] : Float.intBitsToFloat(rounded);
    }
  }
}
