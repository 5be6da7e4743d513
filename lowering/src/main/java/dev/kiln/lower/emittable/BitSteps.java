package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;

/** Steps of arithmetic on bits that conversions of floats are made of. */
public final class BitSteps {
  private BitSteps() {}

  /** {@code value}, the operator, {@code constant}. */
  public static Value with(BinaryOperator operator, Value value, int constant, OpBuilder out) {
    return out.binary(operator, value, out.constant(value.arithmetic(), constant));
  }

  static Value plus(Value value, int addend, OpBuilder out) {
    return with(BinaryOperator.ADD, value, addend, out);
  }

  static Value compare(CompareOperator operator, Value value, int constant, OpBuilder out) {
    return out.compare(operator, value, out.constant(value.arithmetic(), constant));
  }

  /** Adds what carries into bit {@code bit} when the bits below are above half, or half and odd. */
  public static Value roundTo(Value bits, int bit, OpBuilder out) {
    Value odd = with(BinaryOperator.AND, with(BinaryOperator.USHR, bits, bit, out), 1, out);
    return out.binary(BinaryOperator.ADD, plus(bits, (1 << (bit - 1)) - 1, out), odd);
  }
}
