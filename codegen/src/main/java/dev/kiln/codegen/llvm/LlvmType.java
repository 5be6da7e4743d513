package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.Type;

/**
 * An arithmetic type as LLVM writes it.
 *
 * @param scalar the type of one lane, e.g. {@code float}
 * @param code the same in the name of an intrinsic, e.g. {@code f32}
 * @param lanes 1 for a scalar
 */
public record LlvmType(String scalar, String code, int lanes) {
  /** Eight bit, the stored form of a truth value. */
  public static final LlvmType I8 = new LlvmType("i8", "i8", 1);

  /** Also what halves are kept in: LLVM calls a library where it gets hold of their own types. */
  public static final LlvmType I16 = new LlvmType("i16", "i16", 1);

  public static final LlvmType I32 = new LlvmType("i32", "i32", 1);
  public static final LlvmType I64 = new LlvmType("i64", "i64", 1);

  static final LlvmType HALF = new LlvmType("half", "f16", 1);
  static final LlvmType BFLOAT = new LlvmType("bfloat", "bf16", 1);
  public static final LlvmType FLOAT = new LlvmType("float", "f32", 1);

  /** The type of a value in a register; a truth value is one bit, a half its bits. */
  public static LlvmType of(Type.Arithmetic type) {
    return scalarOf(type.dtype()).times(type.lanes());
  }

  /** The type of {@code type} in memory; a truth value is one byte. */
  public static LlvmType stored(Type.Arithmetic type) {
    return type.dtype() == DType.BOOL ? I8.times(type.lanes()) : of(type);
  }

  /** This lane type with another number of lanes. */
  public LlvmType times(int number) {
    return new LlvmType(scalar, code, number);
  }

  /** E.g. {@code <8 x float>}. */
  public String text() {
    return lanes == 1 ? scalar : "<" + lanes + " x " + scalar + ">";
  }

  /** As in the names of intrinsics, e.g. {@code v8f32}. */
  public String mangled() {
    return lanes == 1 ? code : "v" + lanes + code;
  }

  /** An operand of this type. */
  public Typed with(String operand) {
    return new Typed(text(), operand);
  }

  private static LlvmType scalarOf(DType dtype) {
    return switch (dtype) {
      case F32 -> FLOAT;
      case F64 -> new LlvmType("double", "f64", 1);
      case I8, U8, E4M3, E5M2 -> I8;
      case F16, BF16, I16 -> I16;
      case I32 -> I32;
      case I64 -> I64;
      case BOOL -> new LlvmType("i1", "i1", 1);
    };
  }
}
