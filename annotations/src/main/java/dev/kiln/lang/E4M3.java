package dev.kiln.lang;

/** A float of 8 bits with 4 bits of significand, exponents from −6 to 8, and no infinity. */
public final class E4M3 extends Float8 {

  static final E4M3 INSTANCE = new E4M3();

  private E4M3() {
    super("e4m3", 3, -6, 448f);
  }

  @Override
  float fromBits(byte bits) {
    int magnitude = bits & 0x7f;
    float value = magnitude == 0x7f ? Float.NaN : finite(magnitude);
    return bits < 0 ? -value : value;
  }
}
