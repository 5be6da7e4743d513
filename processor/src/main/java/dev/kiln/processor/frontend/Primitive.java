package dev.kiln.processor.frontend;

import dev.kiln.ir.DType;
import java.util.Locale;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Java's primitive types with their conversions (JLS 5). The IR computes with I32 where Java has
 * {@code byte}, {@code short}, {@code char} or {@code int}; a value of one of these is always
 * within its range.
 */
enum Primitive {
  BOOLEAN(DType.BOOL),
  BYTE(DType.I32),
  SHORT(DType.I32),
  CHAR(DType.I32),
  INT(DType.I32),
  LONG(DType.I64),
  FLOAT(DType.F32),
  DOUBLE(DType.F64);

  private final DType dtype;

  Primitive(DType dtype) {
    this.dtype = dtype;
  }

  /** The type of the compiler's model, or null when it is no primitive type. */
  static @Nullable Primitive of(TypeMirror type) {
    return type.getKind().isPrimitive() ? valueOf(type.getKind().name()) : null;
  }

  /** The type that a scalar of {@code dtype} has in Java, elements as they are read. */
  static Primitive of(DType dtype) {
    return switch (dtype.computed()) {
      case BOOL -> BOOLEAN;
      case I32 -> INT;
      case I64 -> LONG;
      case F32 -> FLOAT;
      case F64 -> DOUBLE;
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalStateException("not computed: " + dtype);
    };
  }

  /** Binary numeric promotion (JLS 5.6). */
  static Primitive promoted(Primitive left, Primitive right) {
    Primitive wider = left.compareTo(right) > 0 ? left : right;
    return wider.promoted();
  }

  /** Unary numeric promotion. */
  Primitive promoted() {
    return isNarrow() ? INT : this;
  }

  /** The type that values of this one have in the IR. */
  DType dtype() {
    return dtype;
  }

  boolean isNumeric() {
    return this != BOOLEAN;
  }

  boolean isIntegral() {
    return isNumeric() && !isFloating();
  }

  boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }

  /** Whether arithmetic turns this type into {@code int}. */
  boolean isNarrow() {
    return this == BYTE || this == SHORT || this == CHAR;
  }

  /** Whether a value may be assigned to {@code target} without a cast. */
  boolean widensTo(Primitive target) {
    if (this == target) {
      return true;
    }
    return isNumeric()
        && target.isNumeric()
        && target != CHAR
        && !(this == CHAR && target.isNarrow())
        && compareTo(target) < 0;
  }

  /** Whether this type holds the int {@code value}. */
  boolean holds(int value) {
    return switch (this) {
      case BYTE -> value == (byte) value;
      case SHORT -> value == (short) value;
      case CHAR -> value == (char) value;
      case BOOLEAN -> false;
      case INT, LONG, FLOAT, DOUBLE -> true;
    };
  }

  /** Java's word for it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
