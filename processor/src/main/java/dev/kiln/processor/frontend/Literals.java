package dev.kiln.processor.frontend;

import dev.kiln.processor.frontend.Term.Constant;
import java.util.Locale;

/** Java's number literals (JLS 3.10); one that is too large is left to the compiler to refuse. */
final class Literals {
  private Literals() {}

  /** The constant of a literal as it is written. */
  static Term number(String token) {
    String text = token.replace("_", "").toLowerCase(Locale.ROOT);
    try {
      return isFloating(text) ? floating(text) : integer(text);
    } catch (NumberFormatException malformed) {
      return Term.FAILED;
    }
  }

  private static boolean isFloating(String text) {
    return text.startsWith("0x")
        ? text.contains("p")
        : text.contains(".") || text.contains("e") || text.endsWith("f") || text.endsWith("d");
  }

  private static Constant floating(String text) {
    return text.endsWith("f")
        ? new Constant(Primitive.FLOAT, Float.parseFloat(text))
        : new Constant(Primitive.DOUBLE, Double.parseDouble(text));
  }

  private static Constant integer(String text) {
    boolean isLong = text.endsWith("l");
    String digits = isLong ? text.substring(0, text.length() - 1) : text;
    long value = Long.parseUnsignedLong(withoutPrefix(digits), radix(digits));
    return isLong ? new Constant(Primitive.LONG, value) : Constant.of((int) value);
  }

  private static int radix(String digits) {
    if (digits.startsWith("0x")) {
      return 16;
    }
    if (digits.startsWith("0b")) {
      return 2;
    }
    return digits.length() > 1 && digits.startsWith("0") ? 8 : 10;
  }

  private static String withoutPrefix(String digits) {
    return digits.startsWith("0x") || digits.startsWith("0b") ? digits.substring(2) : digits;
  }
}
