package dev.kiln.processor.decl;

import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import org.jspecify.annotations.Nullable;

/** Values of {@code @Const} parameters as text. */
final class ConstantText {
  private ConstantText() {}

  /** The value that {@code text} stands for; null when it is none of {@code type}. */
  static @Nullable Literal parse(DType type, String text) {
    try {
      return switch (type) {
        case I32 -> Literal.of(DType.I32, Integer.decode(digits(text)));
        case I64 -> Literal.of(DType.I64, Long.decode(withoutSuffix(digits(text), 'l')));
        case F32 -> Literal.of(DType.F32, (double) Float.parseFloat(digits(text)));
        case F64 -> Literal.of(DType.F64, Double.parseDouble(digits(text)));
        case BOOL ->
            switch (text) {
              case "true" -> Literal.of(true);
              case "false" -> Literal.of(false);
              default -> null;
            };
        case F16, BF16, E4M3, E5M2, I8, I16, U8 -> null;
      };
    } catch (NumberFormatException notOfType) {
      return null;
    }
  }

  /** Java's name of a type that scalars can have. */
  static String javaName(DType type) {
    return switch (type) {
      case I32 -> "int";
      case I64 -> "long";
      case F32 -> "float";
      case F64 -> "double";
      case BOOL -> "boolean";
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("no Java type: " + type);
    };
  }

  /** What may be written for a type, for the cure of a message. */
  static String expected(DType type) {
    return switch (type) {
      case I32 -> "a whole number that fits int";
      case I64 -> "a whole number that fits long";
      case F32, F64 -> "a number, as in 0.5";
      case BOOL -> "true or false";
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("no Java type: " + type);
    };
  }

  private static String digits(String text) {
    return text.replace("_", "");
  }

  private static String withoutSuffix(String text, char suffix) {
    int last = text.length() - 1;
    return last > 0 && Character.toLowerCase(text.charAt(last)) == suffix
        ? text.substring(0, last)
        : text;
  }
}
