package dev.kiln.codegen.llvm;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.List;

/** Prints arithmetic; scalars and vectors alike. */
final class ArithmeticOps {
  private final FunctionText text;
  private final Operands operands;
  private final Flavour flavour;

  ArithmeticOps(FunctionText text, Operands operands, Flavour flavour) {
    this.text = text;
    this.operands = operands;
    this.flavour = flavour;
  }

  void binary(LowOp.Binary op) {
    Value left = op.left();
    String right = operands.of(op.right());
    define(
        op.result(),
        binary(op.operator(), left.dtype(), Operands.type(left), operands.of(left), right));
  }

  /** The instruction that combines two operands of one type. */
  String binary(BinaryOperator operator, DType dtype, LlvmType type, String left, String right) {
    return switch (operator) {
      case ADD -> plain(dtype.isFloat() ? "fadd" : "add", type, left, right);
      case SUB -> plain(dtype.isFloat() ? "fsub" : "sub", type, left, right);
      case MUL -> plain(dtype.isFloat() ? "fmul" : "mul", type, left, right);
      case DIV -> plain(division(dtype), type, left, right);
      case REM -> plain(remainder(dtype), type, left, right);
      case MIN -> intrinsic(minimum(dtype), type, left, right);
      case MAX -> intrinsic(maximum(dtype), type, left, right);
      case AND -> plain("and", type, left, right);
      case OR -> plain("or", type, left, right);
      case XOR -> plain("xor", type, left, right);
      case SHL -> plain("shl", type, left, count(dtype, type, right));
      case SHR -> plain("ashr", type, left, count(dtype, type, right));
      case USHR -> plain("lshr", type, left, count(dtype, type, right));
    };
  }

  private static String division(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> "fdiv";
      case SIGNED -> "sdiv";
      case UNSIGNED -> "udiv";
      case TRUTH -> throw new IllegalStateException("division of truth values");
    };
  }

  private static String remainder(DType dtype) {
    return switch (dtype.kind()) {
      case SIGNED -> "srem";
      case UNSIGNED -> "urem";
      case FLOAT, TRUTH -> throw new IllegalStateException("REM of " + dtype + " is not emittable");
    };
  }

  private static String minimum(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> "llvm.minimum";
      case SIGNED -> "llvm.smin";
      case UNSIGNED -> "llvm.umin";
      case TRUTH -> throw new IllegalStateException("minimum of truth values");
    };
  }

  private static String maximum(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> "llvm.maximum";
      case SIGNED -> "llvm.smax";
      case UNSIGNED -> "llvm.umax";
      case TRUTH -> throw new IllegalStateException("maximum of truth values");
    };
  }

  /** A shift's count modulo the width, as the IR wants it; LLVM leaves larger ones undefined. */
  private String count(DType dtype, LlvmType type, String count) {
    return text.value(plain("and", type, count, Constants.of(type, dtype.bits() - 1L)));
  }

  void unary(LowOp.Unary op) {
    DType dtype = op.operand().dtype();
    LlvmType type = Operands.type(op.operand());
    define(op.result(), unary(op.operator(), dtype, type, operands.of(op.operand())));
  }

  /** The instruction that applies an operator to one operand. */
  String unary(UnaryOperator operator, DType dtype, LlvmType type, String operand) {
    return switch (operator) {
      case NEG ->
          dtype.isFloat()
              ? "fneg " + type.with(operand)
              : plain("sub", type, Constants.of(type, 0), operand);
      case NOT -> plain("xor", type, operand, Constants.of(type, dtype == DType.BOOL ? 1 : -1));
      case ABS ->
          dtype.isFloat()
              ? intrinsic("llvm.fabs", type, operand)
              : flagged("llvm.abs", type, operand);
      case SQRT -> intrinsic("llvm.sqrt", type, operand);
      case FLOOR -> intrinsic("llvm.floor", type, operand);
      case CEIL -> intrinsic("llvm.ceil", type, operand);
      case TRUNC -> intrinsic("llvm.trunc", type, operand);
      case RINT -> intrinsic("llvm.rint", type, operand);
      case POPCOUNT -> intrinsic("llvm.ctpop", type, operand);
      case CLZ -> flagged("llvm.ctlz", type, operand);
    };
  }

  void compare(LowOp.Compare op) {
    DType dtype = op.left().dtype();
    String test =
        dtype.isFloat() ? "fcmp " + floatTest(op.operator()) : "icmp " + test(op.operator(), dtype);
    LlvmType type = Operands.type(op.left());
    define(op.result(), plain(test, type, operands.of(op.left()), operands.of(op.right())));
  }

  private static String floatTest(CompareOperator operator) {
    return switch (operator) {
      case EQ -> "oeq";
      case NE -> "une";
      case LT -> "olt";
      case LE -> "ole";
      case GT -> "ogt";
      case GE -> "oge";
      case BELOW -> throw new IllegalStateException("BELOW of floats");
    };
  }

  private static String test(CompareOperator operator, DType dtype) {
    String sign = dtype.kind() == DType.Kind.SIGNED ? "s" : "u";
    return switch (operator) {
      case EQ -> "eq";
      case NE -> "ne";
      case LT -> sign + "lt";
      case LE -> sign + "le";
      case GT -> sign + "gt";
      case GE -> sign + "ge";
      case BELOW -> "ult";
    };
  }

  void select(LowOp.Select op) {
    Typed condition = operands.typed(op.condition());
    Typed whenTrue = operands.typed(op.whenTrue());
    define(
        op.result(),
        Template.fill("select $, $, $", condition, whenTrue, operands.typed(op.whenFalse())));
  }

  void fma(LowOp.Fma op) {
    String name = op.exact() ? "llvm.fma" : "llvm.fmuladd";
    LlvmType type = Operands.type(op.result());
    String left = operands.of(op.left());
    define(
        op.result(),
        intrinsic(name, type, left, operands.of(op.right()), operands.of(op.addend())));
  }

  void math(LowOp.Math op) {
    LlvmType type = Operands.type(op.result());
    String first = operands.of(op.arguments().getFirst());
    switch (op.function()) {
      case COPYSIGN ->
          define(
              op.result(),
              intrinsic("llvm.copysign", type, first, operands.of(op.arguments().getLast())));
      case EXP2 -> powers(op.result(), type, first);
      case LDEXP -> {
        Typed counts = operands.typed(op.arguments().getLast());
        define(op.result(), flavour.scale(text, type.with(first), counts));
      }
      default ->
          throw new IllegalStateException(op.function() + " is not emittable, at " + op.loc());
    }
  }

  /** Lane by lane. */
  private void powers(Value result, LlvmType type, String exponents) {
    if (type.lanes() == 1) {
      define(result, power(exponents));
      return;
    }
    String vector = "poison";
    for (int lane = 0; lane < type.lanes(); lane++) {
      Typed exponent =
          LlvmType.FLOAT.with(
              text.value(Template.fill("extractelement $, i32 $", type.with(exponents), lane)));
      Typed power = LlvmType.FLOAT.with(text.value(power(exponent.operand())));
      String instruction =
          Template.fill("insertelement $, $, i32 $", type.with(vector), power, lane);
      vector = lane < type.lanes() - 1 ? text.value(instruction) : instruction;
    }
    define(result, vector);
  }

  private String power(String exponent) {
    return text.call("float", flavour.powerOfTwo(), List.of(LlvmType.FLOAT.with(exponent)));
  }

  private void define(Value result, String instruction) {
    text.define(Operands.name(result), instruction);
  }

  private static String plain(String instruction, LlvmType type, String left, String right) {
    return Template.fill("$ $, $", instruction, type.with(left), right);
  }

  /** A call of an intrinsic whose arguments and result have one type. */
  private String intrinsic(String name, LlvmType type, String... arguments) {
    List<Typed> typed = List.of(arguments).stream().map(type::with).toList();
    return text.call(type.text(), name + "." + type.mangled(), typed);
  }

  /** A call of an intrinsic whose second argument asks for undefined results, which we never do. */
  private String flagged(String name, LlvmType type, String operand) {
    List<Typed> arguments = List.of(type.with(operand), new Typed("i1", "false"));
    return text.call(type.text(), name + "." + type.mangled(), arguments);
  }
}
