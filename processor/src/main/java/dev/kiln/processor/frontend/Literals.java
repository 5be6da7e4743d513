package dev.kiln.processor.frontend;

import dev.kiln.processor.frontend.Term.Constant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Java's number literals (JLS 3.10). The parser takes a minus sign into the smallest int and long,
 * which have no positive counterpart.
 */
final class Literals {
  private Literals() {}

  /** The constant of a literal as it is written; null when it is none. */
  static @Nullable Constant number(String token) {
    String text = token.replace("_", "").toLowerCase(Locale.ROOT);
    try {
      return isFloating(text) ? floating(text) : integer(text);
    } catch (NumberFormatException malformed) {
      return null;
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
    boolean isNegative = text.startsWith("-");
    String digits = text.substring(isNegative ? 1 : 0, text.length() - (isLong ? 1 : 0));
    long magnitude = Long.parseUnsignedLong(withoutPrefix(digits), radix(digits));
    long value = isNegative ? -magnitude : magnitude;
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
