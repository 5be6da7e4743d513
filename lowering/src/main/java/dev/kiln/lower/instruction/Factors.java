package dev.kiln.lower.instruction;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Value;

/** What instructions make of numbers. */
final class Factors {
  private Factors() {}

  /** {@code sum + left * right}, each rounded; integers wrap. */
  static Value multiply(Value sum, Value left, Value right, OpBuilder out) {
    Value product =
        out.binary(
            BinaryOperator.MUL, factor(left, sum.dtype(), out), factor(right, sum.dtype(), out));
    return out.binary(BinaryOperator.ADD, sum, product);
  }

  /** An element as it is multiplied: an F32 without the bits that TF32 has not. */
  private static Value factor(Value element, DType sum, OpBuilder out) {
    if (element.dtype() != DType.F32) {
      return out.cast(sum, element);
    }
    Value cut = out.binary(BinaryOperator.AND, out.bitcast(DType.I32, element), kept(out));
    return unlessNan(element, cut, out);
  }

  /** An F32 rounded to what TF32 has, ties to even. */
  static Value rounded(Value element, OpBuilder out) {
    Value bits = out.bitcast(DType.I32, element);
    Value last = out.binary(BinaryOperator.USHR, bits, out.i32(Precision.TF32_CUT));
    Value odd = out.binary(BinaryOperator.AND, last, out.i32(1));
    Value half = out.i32((1 << (Precision.TF32_CUT - 1)) - 1);
    Value sum = out.binary(BinaryOperator.ADD, out.binary(BinaryOperator.ADD, bits, half), odd);
    return unlessNan(element, out.binary(BinaryOperator.AND, sum, kept(out)), out);
  }

  private static Value kept(OpBuilder out) {
    return out.i32(-(1 << Precision.TF32_CUT));
  }

  private static Value unlessNan(Value element, Value bits, OpBuilder out) {
    Value isNumber = out.compare(CompareOperator.EQ, element, element);
    return out.select(isNumber, out.bitcast(DType.F32, bits), element);
  }
}
