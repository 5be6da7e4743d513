package dev.kiln.lang;

/** A float of 8 bits with 3 bits of significand and the exponents of f16: its upper byte. */
public final class E5M2 extends Float8 {

  static final E5M2 INSTANCE = new E5M2();

  private E5M2() {
    super("e5m2", 2, -14, 57344f);
  }

  @Override
  float fromBits(byte bits) {
    return Float.float16ToFloat((short) (bits << 8));
  }
}
