package dev.kiln.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every code of a float of one byte, and every middle between two. */
final class Float8Test {

  /** A format as its definition says. */
  record Format(Float8 dtype, int fraction, int bias, int largest) {

    /** The value of a code up to the largest. */
    double value(int code) {
      int exponent = code >> fraction;
      double significand = (code & ((1 << fraction) - 1)) * Math.scalb(1.0, -fraction);
      return exponent == 0
          ? Math.scalb(significand, 1 - bias)
          : Math.scalb(1 + significand, exponent - bias);
    }

    float decoded(int code) {
      return dtype.fromBits((byte) code);
    }

    int encoded(double value) {
      return dtype.toBits((float) value) & 0xff;
    }
  }

  static Stream<Format> formats() {
    return Stream.of(new Format(E4M3.INSTANCE, 3, 7, 0x7e), new Format(E5M2.INSTANCE, 2, 15, 0x7b));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void everyCodeHasItsValueAndComesBack(Format format) {
    for (int code = 0; code <= format.largest; code++) {
      assertEquals((float) format.value(code), format.decoded(code));
      assertEquals(-(float) format.value(code), format.decoded(code | 0x80));
      assertEquals(code, format.encoded(format.value(code)));
      assertEquals(code | 0x80, format.encoded(-format.value(code)));
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void everyMiddleGoesToTheEvenNeighbour(Format format) {
    for (int code = 0; code < format.largest; code++) {
      float middle = (float) ((format.value(code) + format.value(code + 1)) / 2);
      assertEquals(code + code % 2, format.encoded(middle));
      assertEquals(code, format.encoded(Math.nextDown(middle)));
      assertEquals(code + 1, format.encoded(Math.nextUp(middle)));
      assertEquals((code + code % 2) | 0x80, format.encoded(-middle));
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void whatIsTooLargeIsTheLargestAndNanStaysNan(Format format) {
    for (double large : new double[] {1e5, Float.MAX_VALUE, Double.POSITIVE_INFINITY}) {
      assertEquals(format.largest, format.encoded(large));
      assertEquals(format.largest | 0x80, format.encoded(-large));
    }
    assertEquals(0x7f, format.encoded(Double.NaN));
    assertTrue(Float.isNaN(format.decoded(0x7f)));
    assertTrue(Float.isNaN(format.decoded(0xff)));
    assertEquals(0, format.encoded(Float.MIN_VALUE));
  }
}
