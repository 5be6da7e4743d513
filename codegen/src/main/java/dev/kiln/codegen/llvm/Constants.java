package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.Float8;
import dev.kiln.ir.Literal;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Constants as LLVM writes them, bit for bit. */
final class Constants {
  /** The one NaN that is written; which NaN a computation gives is not promised. */
  private static final long NAN = 0x7FF8000000000000L;

  private Constants() {}

  /** The literal in all lanes of {@code type}. */
  static String of(LlvmType type, Literal literal) {
    return splat(type, scalar(literal));
  }

  /** An integer in all lanes of {@code type}. */
  static String of(LlvmType type, long value) {
    return splat(type, Long.toString(value));
  }

  /** 0, 1, 2, ... by lane. */
  static String lanes(LlvmType type, DType dtype) {
    return IntStream.range(0, type.lanes())
        .mapToObj(lane -> type.times(1).with(scalar(Literal.of(dtype, lane))).toString())
        .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String splat(LlvmType type, String scalar) {
    return type.lanes() == 1 ? scalar : "splat (" + type.times(1).with(scalar) + ")";
  }

  private static String scalar(Literal literal) {
    return switch (literal.dtype()) {
      case F16 -> Short.toString(Float.floatToFloat16((float) literal.asDouble()));
      case BF16 ->
          Short.toString((short) (Float.floatToIntBits((float) literal.asDouble()) >>> 16));
      case E4M3, E5M2 -> Byte.toString(Float8.of(literal.dtype()).bits(literal.asDouble()));
      case F32, F64 -> "0x%016X".formatted(Double.isNaN(literal.asDouble()) ? NAN : literal.bits());
      case I8, I16, I32, I64, U8 -> Long.toString(literal.bits());
      case BOOL -> Boolean.toString(literal.asBoolean());
    };
  }
}
