package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;

/** The arithmetic of a reduction. */
record Combining(ReduceKind kind, DType computed) {

  /** An element as it is combined. */
  Value taken(Value element, OpBuilder out) {
    return kind == ReduceKind.ABS_MAX ? out.unary(UnaryOperator.ABS, element) : element;
  }

  Value join(Value left, Value right, OpBuilder out) {
    BinaryOperator operator =
        switch (kind) {
          case SUM -> BinaryOperator.ADD;
          case MAX, ABS_MAX -> BinaryOperator.MAX;
          case MIN -> BinaryOperator.MIN;
        };
    return out.binary(operator, left, right);
  }

  /** What changes nothing. */
  Value identity(OpBuilder out) {
    var type = new Type.ScalarType(computed);
    boolean isFloat = computed.isFloat();
    long lowest = computed == DType.I64 ? Long.MIN_VALUE : Integer.MIN_VALUE;
    return switch (kind) {
      case SUM, ABS_MAX -> out.constant(type, 0);
      case MAX ->
          isFloat ? out.constant(type, Double.NEGATIVE_INFINITY) : out.constant(type, lowest);
      case MIN ->
          isFloat ? out.constant(type, Double.POSITIVE_INFINITY) : out.constant(type, ~lowest);
    };
  }
}
