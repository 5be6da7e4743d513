package dev.kiln.ir.text;

import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import org.jspecify.annotations.Nullable;

/**
 * Constants as text, bit for bit: {@code 12}, {@code true}, {@code 0.1}, {@code -0.0}, {@code
 * -inf}, {@code nan}, and {@code bits 0x7ff8000000000001} for what has no other name.
 */
final class LiteralText {
  private LiteralText() {}

  static String print(Literal literal) {
    String shortest =
        switch (literal.dtype().kind()) {
          case FLOAT -> decimal(literal);
          case TRUTH -> literal.asBoolean() ? "true" : "false";
          case SIGNED, UNSIGNED -> Long.toString(literal.bits());
        };
    return literal.equals(parse(literal.dtype(), shortest))
        ? shortest
        : "bits 0x" + Long.toHexString(literal.bits());
  }

  /** The literal that {@code text} says, or null if it says none of this dtype. */
  static @Nullable Literal parse(DType dtype, String text) {
    try {
      return switch (dtype.kind()) {
        case FLOAT -> Literal.of(dtype, number(dtype, text));
        case TRUTH ->
            switch (text) {
              case "true" -> Literal.of(true);
              case "false" -> Literal.of(false);
              default -> null;
            };
        case SIGNED, UNSIGNED -> {
          long value = Long.decode(text);
          Literal literal = Literal.of(dtype, value);
          yield literal.bits() == value ? literal : null;
        }
      };
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static String decimal(Literal literal) {
    double value = literal.asDouble();
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return literal.dtype() == DType.F64 ? Double.toString(value) : Float.toString((float) value);
  }

  private static double number(DType dtype, String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> dtype == DType.F64 ? Double.parseDouble(text) : Float.parseFloat(text);
    };
  }
}
