package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Value;
import dev.kiln.lower.emittable.BitSteps;

/** What a product takes of an element: the element in the type of the sum, rounded where asked. */
public final class Factors {
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
    Value carried = BitSteps.roundTo(bits, Precision.TF32_CUT, out);
    Value cut = BitSteps.with(BinaryOperator.AND, carried, -(1 << Precision.TF32_CUT), out);
    Value rounded = out.bitcast(DType.F32, cut);
    Value isNumber = out.compare(CompareOperator.EQ, value, value);
    return out.select(isNumber, rounded, value);
  }
}
