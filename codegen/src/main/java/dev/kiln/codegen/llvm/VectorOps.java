package dev.kiln.codegen.llvm;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints what moves values between lanes. */
final class VectorOps {
  private final FunctionText text;
  private final Operands operands;
  private final ArithmeticOps arithmetic;

  VectorOps(FunctionText text, Operands operands, ArithmeticOps arithmetic) {
    this.text = text;
    this.operands = operands;
    this.arithmetic = arithmetic;
  }

  void splat(LowOp.Splat op) {
    LlvmType type = Operands.type(op.result());
    String first =
        text.value(
            Template.fill(
                "insertelement $, $, i64 0", type.with("poison"), operands.typed(op.scalar())));
    List<Integer> zeros = Collections.nCopies(type.lanes(), 0);
    text.define(Operands.name(op.result()), shuffle(type, first, "poison", zeros));
  }

  void lanes(LowOp.Lanes op) {
    LlvmType type = Operands.type(op.result());
    operands.bind(op.result(), Constants.lanes(type, op.result().dtype()));
  }

  void lane(LowOp.Lane op) {
    text.define(
        Operands.name(op.result()),
        Template.fill("extractelement $, i64 $", operands.typed(op.vector()), op.lane()));
  }

  void shuffle(LowOp.Shuffle op) {
    String left = operands.of(op.left());
    LlvmType type = Operands.type(op.left());
    text.define(
        Operands.name(op.result()), shuffle(type, left, operands.of(op.right()), op.lanes()));
  }

  /** Folds the upper half of the lanes onto the lower until one is left. */
  void reduce(LowOp.ReduceLanes op) {
    Value vector = op.vector();
    DType dtype = vector.dtype();
    LlvmType type = Operands.type(vector);
    if (Integer.bitCount(type.lanes()) != 1) {
      throw new IllegalStateException(type.lanes() + " lanes cannot be halved, at " + op.loc());
    }
    String all = operands.of(vector);
    if (op.kind() == ReduceKind.ABS_MAX) {
      all = text.value(arithmetic.unary(UnaryOperator.ABS, dtype, type, all));
    }
    BinaryOperator operator = operator(op.kind(), dtype);
    while (type.lanes() > 2) {
      LlvmType half = type.times(type.lanes() / 2);
      String lower = text.value(part(type, all, 0));
      String upper = text.value(part(type, all, half.lanes()));
      all = text.value(arithmetic.binary(operator, dtype, half, lower, upper));
      type = half;
    }
    String first = text.value(Template.fill("extractelement $, i64 0", type.with(all)));
    String second = text.value(Template.fill("extractelement $, i64 1", type.with(all)));
    text.define(
        Operands.name(op.result()),
        arithmetic.binary(operator, dtype, type.times(1), first, second));
  }

  private static BinaryOperator operator(ReduceKind kind, DType dtype) {
    boolean truth = dtype == DType.BOOL;
    return switch (kind) {
      case SUM -> BinaryOperator.ADD;
      case MAX, ABS_MAX -> truth ? BinaryOperator.OR : BinaryOperator.MAX;
      case MIN -> truth ? BinaryOperator.AND : BinaryOperator.MIN;
    };
  }

  /** Half of the lanes from {@code start} on. */
  private static String part(LlvmType type, String vector, int start) {
    int end = start + type.lanes() / 2;
    return shuffle(type, vector, "poison", IntStream.range(start, end).boxed().toList());
  }

  private static String shuffle(LlvmType type, String left, String right, List<Integer> lanes) {
    String mask = lanes.stream().map(l -> "i32 " + l).collect(Collectors.joining(", ", "<", ">"));
    return Template.fill(
        "shufflevector $, $, $",
        type.with(left),
        type.with(right),
        new Typed(Template.fill("<$ x i32>", lanes.size()), mask));
  }
}
