package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Type;
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
      convert(op, signed ? "sitofp" : "uitofp");
    } else {
      integerToInteger(op);
    }
  }

  private void toTruth(LowOp.Cast op) {
    Value operand = op.operand();
    Typed typed = operands.typed(operand);
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
    } else if (from.bits() < to.bits()) {
      convert(op, "fpext");
    } else if (from.bits() > to.bits()) {
      convert(op, "fptrunc");
    } else {
      // F16 and BF16: neither holds the other, F32 holds both.
      LlvmType wide = LlvmType.of(Type.Arithmetic.of(DType.F32, op.result().lanes()));
      String middle =
          text.value("fpext %s to %s".formatted(operands.typed(op.operand()), wide.text()));
      String narrow = Operands.type(op.result()).text();
      define(op.result(), "fptrunc %s to %s".formatted(wide.with(middle), narrow));
    }
  }

  private void floatToInteger(LowOp.Cast op) {
    LlvmType from = Operands.type(op.operand());
    LlvmType to = Operands.type(op.result());
    boolean signed = op.result().dtype().kind() == DType.Kind.SIGNED;
    String name = signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    define(
        op.result(),
        text.call(
            to.text(),
            "%s.%s.%s".formatted(name, to.mangled(), from.mangled()),
            List.of(operands.typed(op.operand()))));
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
