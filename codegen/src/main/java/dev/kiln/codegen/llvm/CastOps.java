package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import java.util.List;

/** Prints conversions, by Java's rules. */
final class CastOps {
  private final FunctionText text;
  private final Operands operands;

  CastOps(FunctionText text, Operands operands) {
    this.text = text;
    this.operands = operands;
  }

  void bitcast(LowOp.Bitcast op) {
    Typed operand = operands.typed(op.operand());
    String to = Operands.type(op.result()).text();
    if (operand.type().equals(to)) {
      operands.bind(op.result(), operand.operand());
    } else {
      define(op.result(), "bitcast %s to %s".formatted(operand, to));
    }
  }

  void cast(LowOp.Cast op) {
    DType from = op.operand().dtype();
    DType to = op.result().dtype();
    if (to == DType.BOOL) {
      toTruth(op);
    } else if (from.isFloat() && to.isFloat()) {
      floatToFloat(op);
    } else if (from.isFloat()) {
      floatToInteger(op);
    } else if (to.isFloat()) {
      boolean signed = from.kind() == DType.Kind.SIGNED;
      narrow(op.result(), signed ? "sitofp" : "uitofp", operands.typed(op.operand()));
    } else {
      integerToInteger(op);
    }
  }

  private void toTruth(LowOp.Cast op) {
    Value operand = op.operand();
    Typed typed = isHalf(operand.dtype()) ? wide(operand) : operands.typed(operand);
    switch (operand.dtype().kind()) {
      case FLOAT -> define(op.result(), "fcmp une %s, zeroinitializer".formatted(typed));
      case SIGNED, UNSIGNED -> define(op.result(), "icmp ne %s, zeroinitializer".formatted(typed));
      case TRUTH -> operands.bind(op.result(), operands.of(operand));
    }
  }

  private void floatToFloat(LowOp.Cast op) {
    DType from = op.operand().dtype();
    DType to = op.result().dtype();
    if (from == to) {
      operands.bind(op.result(), operands.of(op.operand()));
    } else if (isHalf(from)) {
      Typed wide = wide(op.operand());
      if (to == DType.F32) {
        operands.bind(op.result(), wide.operand());
      } else {
        // Neither half holds the other; F32 holds both.
        narrow(op.result(), to == DType.F64 ? "fpext" : "fptrunc", wide);
      }
    } else {
      String instruction = from.bits() < to.bits() ? "fpext" : "fptrunc";
      narrow(op.result(), instruction, operands.typed(op.operand()));
    }
  }

  private static boolean isHalf(DType dtype) {
    return dtype == DType.F16 || dtype == DType.BF16;
  }

  /** A half as a float. */
  private Typed wide(Value half) {
    int lanes = half.lanes();
    LlvmType wide = LlvmType.FLOAT.times(lanes);
    Typed bits = operands.typed(half);
    if (half.dtype() == DType.F16) {
      LlvmType own = LlvmType.HALF.times(lanes);
      String value = text.value("bitcast %s to %s".formatted(bits, own.text()));
      return wide.with(text.value("fpext %s to %s".formatted(own.with(value), wide.text())));
    }
    LlvmType integer = LlvmType.I32.times(lanes);
    String extended = text.value("zext %s to %s".formatted(bits, integer.text()));
    String shift = lanes == 1 ? "16" : "splat (i32 16)";
    String shifted = text.value("shl %s, %s".formatted(integer.with(extended), shift));
    return wide.with(text.value("bitcast %s to %s".formatted(integer.with(shifted), wide.text())));
  }

  /** Converts to a float, and where that is a half, keeps its bits. */
  private void narrow(Value result, String instruction, Typed operand) {
    if (!isHalf(result.dtype())) {
      String to = Operands.type(result).text();
      define(result, "%s %s to %s".formatted(instruction, operand, to));
      return;
    }
    LlvmType type = result.dtype() == DType.F16 ? LlvmType.HALF : LlvmType.BFLOAT;
    LlvmType own = type.times(result.lanes());
    String value = text.value("%s %s to %s".formatted(instruction, operand, own.text()));
    String bits = Operands.type(result).text();
    define(result, "bitcast %s to %s".formatted(own.with(value), bits));
  }

  private void floatToInteger(LowOp.Cast op) {
    boolean isHalf = isHalf(op.operand().dtype());
    Typed operand = isHalf ? wide(op.operand()) : operands.typed(op.operand());
    LlvmType from =
        isHalf ? LlvmType.FLOAT.times(op.operand().lanes()) : Operands.type(op.operand());
    LlvmType to = Operands.type(op.result());
    boolean signed = op.result().dtype().kind() == DType.Kind.SIGNED;
    String name = signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    define(
        op.result(),
        text.call(
            to.text(), "%s.%s.%s".formatted(name, to.mangled(), from.mangled()), List.of(operand)));
  }

  private void integerToInteger(LowOp.Cast op) {
    DType from = op.operand().dtype();
    LlvmType source = Operands.type(op.operand());
    if (source.equals(Operands.type(op.result()))) {
      operands.bind(op.result(), operands.of(op.operand()));
    } else if (from == DType.BOOL || from.bits() < op.result().dtype().bits()) {
      convert(op, from.kind() == DType.Kind.SIGNED ? "sext" : "zext");
    } else {
      convert(op, "trunc");
    }
  }

  private void convert(LowOp.Cast op, String instruction) {
    String to = Operands.type(op.result()).text();
    define(op.result(), "%s %s to %s".formatted(instruction, operands.typed(op.operand()), to));
  }

  private void define(Value result, String instruction) {
    text.define(Operands.name(result), instruction);
  }
}
