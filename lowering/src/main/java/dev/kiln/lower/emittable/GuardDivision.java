package dev.kiln.lower.emittable;

import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps divisors from machine instructions that fault or have no meaning: 0, and -1 under the
 * smallest integer.
 *
 * <pre>
 *                           %4 = eq %b, 0
 * %3 = div %a, %b   =&gt;      %5 = select %4, 1, %b
 *                           %6 = div %a, %5
 *                           %3 = select %4, 0, %6
 * </pre>
 *
 * A divisor whose range holds neither stays as it is.
 */
public final class GuardDivision {
  public static final Pass PASS =
      Pass.of(
              GuardDivision.class,
              Stage.EMITTABLE,
              "Keeps divisors of 0 and -1 from instructions that fault on them.",
              GuardDivision::run)
          .needs(Fact.LOW_OPS);

  private GuardDivision() {}

  private static Kernel run(Kernel kernel, Context context) {
    Ranges ranges = Ranges.of(kernel);
    return Expansion.apply(
        kernel, (op, out) -> op instanceof LowOp.Binary binary ? guard(binary, ranges, out) : null);
  }

  private static @Nullable Value guard(LowOp.Binary division, Ranges ranges, OpBuilder out) {
    boolean isQuotient = division.operator() == BinaryOperator.DIV;
    Value divisor = division.right();
    if (!(isQuotient || division.operator() == BinaryOperator.REM)
        || !divisor.dtype().isInteger()) {
      return null;
    }
    Interval range = ranges.of(divisor);
    boolean mayBeZero = range.contains(0);
    long smallest = Interval.of(divisor.dtype()).low();
    boolean mayOverflow =
        divisor.dtype() != DType.U8
            && range.contains(-1)
            && ranges.of(division.left()).contains(smallest);
    if (!mayBeZero && !mayOverflow) {
      return null;
    }
    Value isZero = mayBeZero ? equal(divisor, 0, out) : null;
    Value overflows =
        mayOverflow
            ? out.binary(
                BinaryOperator.AND, equal(divisor, -1, out), equal(division.left(), smallest, out))
            : null;
    Value safe = divisor;
    for (Value condition : new @Nullable Value[] {isZero, overflows}) {
      if (condition != null) {
        safe = out.select(condition, out.constant(divisor.arithmetic(), 1), safe);
      }
    }
    // By 1 instead of -1 the smallest integer is itself, and the remainder is 0 either way.
    Value result = out.binary(division.operator(), division.left(), safe);
    return isQuotient && isZero != null
        ? out.select(isZero, out.constant(divisor.arithmetic(), 0), result)
        : result;
  }

  private static Value equal(Value value, long constant, OpBuilder out) {
    return out.compare(CompareOperator.EQ, value, out.constant(value.arithmetic(), constant));
  }
}
