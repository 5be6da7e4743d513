package dev.kiln.ir;

/** What a product takes of the elements of its factors. */
public enum Precision {
  /** All of them. */
  FULL,
  /** Factors of F32 rounded to 10 bits of fraction, ties to even. */
  TF32;

  private static final int CUT = 13;

  /** A factor of F32 as TF32 has it. */
  public static float tf32(float value) {
    int bits = Float.floatToRawIntBits(value);
    int odd = (bits >>> CUT) & 1;
    int rounded = (bits + (1 << (CUT - 1)) - 1 + odd) & -(1 << CUT);
    return Float.isNaN(value) ? value : Float.intBitsToFloat(rounded);
  }
}
