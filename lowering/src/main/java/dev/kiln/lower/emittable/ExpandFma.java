package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;

/**
 * Computes exact fused multiply-adds where the machine has none.
 *
 * <pre>
 * %4 = fma %a, %b, %c exact true : f32  =&gt;  a product in f64, where it is exact, a sum rounded to
 *                                           odd, and one rounding to f32
 * </pre>
 *
 * For F64 the product and the sums are split into two parts each, and the last but one sum is
 * rounded to odd (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). That
 * is exact unless a product or one of its parts leaves the range of F64; what is not finite is
 * computed plainly.
 */
public final class ExpandFma {
  public static final Pass PASS =
      Pass.of(
              ExpandFma.class,
              Stage.EMITTABLE,
              "Computes exact fused multiply-adds where the machine has none.",
              ExpandFma::run)
          .needs(Fact.LOW_OPS);

  /** 2^27 + 1: splits an F64 into two halves of 26 bits. */
  private static final double SPLITTER = 134_217_729.0;

  private ExpandFma() {}

  private static Kernel run(Kernel kernel, Context context) {
    return context.machine().has(Feature.FMA)
        ? kernel
        : Expansion.apply(
            kernel,
            (op, out) -> op instanceof LowOp.Fma fma && fma.exact() ? expand(fma, out) : null);
  }

  private static Value expand(LowOp.Fma fma, OpBuilder out) {
    return fma.result().dtype() == DType.F32 ? single(fma, out) : twice(fma, out);
  }

  private static Value single(LowOp.Fma fma, OpBuilder out) {
    Value left = out.cast(DType.F64, fma.left());
    Value right = out.cast(DType.F64, fma.right());
    Value product = out.binary(BinaryOperator.MUL, left, right);
    Pair sum = sum(product, out.cast(DType.F64, fma.addend()), out);
    return out.cast(DType.F32, toOdd(sum, out));
  }

  private static Value twice(LowOp.Fma fma, OpBuilder out) {
    Pair product = product(fma.left(), fma.right(), out);
    Pair low = sum(fma.addend(), product.low(), out);
    Pair high = sum(product.high(), low.high(), out);
    Value rest = toOdd(sum(low.low(), high.low(), out), out);
    Value exact = out.binary(BinaryOperator.ADD, high.high(), rest);
    Value plain = out.binary(BinaryOperator.ADD, product.high(), fma.addend());
    // Where a part overflowed, the parts' differences are NaN; of a zero they lose the sign.
    Value isNumber = out.compare(CompareOperator.EQ, exact, exact);
    Value isNoZero = out.compare(CompareOperator.NE, exact, zeroLike(exact, out));
    return out.select(out.binary(BinaryOperator.AND, isNumber, isNoZero), exact, plain);
  }

  /** {@code high + low}, without rounding. */
  private record Pair(Value high, Value low) {}

  /** Knuth's sum of two, exact. */
  private static Pair sum(Value a, Value b, OpBuilder out) {
    Value sum = out.binary(BinaryOperator.ADD, a, b);
    Value ofB = out.binary(BinaryOperator.SUB, sum, a);
    Value ofA = out.binary(BinaryOperator.SUB, sum, ofB);
    Value errorA = out.binary(BinaryOperator.SUB, a, ofA);
    Value errorB = out.binary(BinaryOperator.SUB, b, ofB);
    return new Pair(sum, out.binary(BinaryOperator.ADD, errorA, errorB));
  }

  /** Dekker's product of two, exact unless a part leaves the range. */
  private static Pair product(Value a, Value b, OpBuilder out) {
    Value product = out.binary(BinaryOperator.MUL, a, b);
    Pair x = halves(a, out);
    Pair y = halves(b, out);
    Value error = out.binary(BinaryOperator.MUL, x.high(), y.high());
    error = out.binary(BinaryOperator.SUB, error, product);
    error = addProduct(error, x.high(), y.low(), out);
    error = addProduct(error, x.low(), y.high(), out);
    return new Pair(product, addProduct(error, x.low(), y.low(), out));
  }

  private static Value addProduct(Value sum, Value a, Value b, OpBuilder out) {
    return out.binary(BinaryOperator.ADD, sum, out.binary(BinaryOperator.MUL, a, b));
  }

  private static Pair halves(Value value, OpBuilder out) {
    Value scaled =
        out.binary(BinaryOperator.MUL, value, out.constant(value.arithmetic(), SPLITTER));
    Value rest = out.binary(BinaryOperator.SUB, scaled, value);
    Value high = out.binary(BinaryOperator.SUB, scaled, rest);
    return new Pair(high, out.binary(BinaryOperator.SUB, value, high));
  }

  /**
   * The sum rounded to odd: itself when it is exact, else the one of its two neighbours whose last
   * bit is set, so that a later rounding to fewer bits is as if it were the only one.
   */
  private static Value toOdd(Pair sum, OpBuilder out) {
    Value bits = out.bitcast(DType.I64, sum.high());
    Value zero = out.constant(sum.low().arithmetic(), 0.0);
    Value isExact = out.compare(CompareOperator.EQ, sum.low(), zero);
    Value isFinite = out.compare(CompareOperator.EQ, sum.low(), sum.low());
    Value one = out.constant(bits.arithmetic(), 1);
    Value isOdd =
        out.compare(
            CompareOperator.NE, out.binary(BinaryOperator.AND, bits, one), zeroLike(bits, out));
    // An error of the sum's own sign lies away from zero, where bits grow.
    Value errorBits = out.bitcast(DType.I64, sum.low());
    Value isAway =
        out.compare(
            CompareOperator.GE,
            out.binary(BinaryOperator.XOR, bits, errorBits),
            zeroLike(bits, out));
    Value up = out.binary(BinaryOperator.ADD, bits, one);
    Value down = out.binary(BinaryOperator.SUB, bits, one);
    Value neighbour = out.bitcast(DType.F64, out.select(isAway, up, down));
    Value mustMove =
        out.binary(
            BinaryOperator.AND, isFinite, not(out.binary(BinaryOperator.OR, isExact, isOdd), out));
    return out.select(mustMove, neighbour, sum.high());
  }

  private static Value not(Value condition, OpBuilder out) {
    return out.unary(UnaryOperator.NOT, condition);
  }

  private static Value zeroLike(Value value, OpBuilder out) {
    return out.constant(value.arithmetic(), 0);
  }
}
