package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Value;

/** What a product takes of an element: the element in the type of the sum, rounded where asked. */
public final class Factors {
  private static final int TF32_CUT = 13;

  private Factors() {}

  /** An element that was loaded, as a factor of sums of type {@code computed}. */
  public static Value of(Value element, DType computed, Precision precision, OpBuilder out) {
    Value wide = out.cast(computed, element);
    return switch (precision) {
      case FULL -> wide;
      case TF32 -> tf32(wide, out);
    };
  }

  /** See {@link Precision#tf32}. */
  private static Value tf32(Value value, OpBuilder out) {
    Value bits = out.bitcast(DType.I32, value);
    Value odd = with(BinaryOperator.AND, with(BinaryOperator.USHR, bits, TF32_CUT, out), 1, out);
    Value half = with(BinaryOperator.ADD, bits, (1 << (TF32_CUT - 1)) - 1, out);
    Value carried = out.binary(BinaryOperator.ADD, half, odd);
    Value rounded =
        out.bitcast(DType.F32, with(BinaryOperator.AND, carried, -(1 << TF32_CUT), out));
    Value isNumber = out.compare(CompareOperator.EQ, value, value);
    return out.select(isNumber, rounded, value);
  }

  private static Value with(BinaryOperator operator, Value value, int constant, OpBuilder out) {
    return out.binary(operator, value, out.constant(value.arithmetic(), (long) constant));
  }
}
