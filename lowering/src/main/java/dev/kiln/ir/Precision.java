package dev.kiln.ir;

/** What a product takes of the elements of its factors. */
public enum Precision {
  /** All of them. */
  FULL,
  /** Factors of F32 rounded to 10 bits of fraction, ties to even. */
  TF32;

  /** How many low bits of an F32 a TF32 does not have. */
  public static final int TF32_CUT = 13;

  /** A factor of F32 as TF32 has it. */
  public static float tf32(float value) {
    int bits = Float.floatToRawIntBits(value);
    int odd = (bits >>> TF32_CUT) & 1;
    int rounded = (bits + (1 << (TF32_CUT - 1)) - 1 + odd) & -(1 << TF32_CUT);
    return Float.isNaN(value) ? value : Float.intBitsToFloat(rounded);
  }
}
