package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the portable maths by arithmetic, for scalars and vectors alike.
 *
 * <pre>
 * %2 = exp %1 : f32x8   =>   %2 = bound, nearest integer, six fused multiply-adds, two scalings
 * </pre>
 *
 * Code has no branches but for angles beyond 2^20 (F32: 2^26) and the remainder of floats. Where
 * the machine has powers of two of F32, {@code EXP2} stays and {@code EXP} is made of it; where it
 * scales vectors of F32, {@code LDEXP} of whole ones stays. Functions that few kernels spend time
 * in are computed in F64 for F32. Their largest errors are in {@code docs/maths.md}: at most 3.2
 * units of the last place of F32, 2.2 of F64. {@code COPYSIGN} stays: every target has it.
 */
public final class ExpandMath {
  public static final Pass PASS =
      Pass.of(
              ExpandMath.class,
              Stage.EMITTABLE,
              "Replaces maths functions by arithmetic.",
              ExpandMath::expand)
          .needs(Fact.LOW_OPS)
          .gives(Fact.MATHS_EXPANDED);

  private ExpandMath() {}

  private static Kernel expand(Kernel kernel, Context context) {
    Machine machine = context.machine();
    return Expansion.apply(kernel, (op, out) -> expand(op, machine, out));
  }

  private static @Nullable Value expand(LowOp op, Machine machine, OpBuilder out) {
    boolean hasPowers = machine.has(Feature.POWERS_OF_TWO);
    return switch (op) {
      case LowOp.Math math when hasPowers && isPower(math, MathFunction.EXP2) -> null;
      case LowOp.Math math when hasPowers && isPower(math, MathFunction.EXP) ->
          Exponentials.expByPower(new Formula(out, Type.F32), math.arguments().getFirst());
      case LowOp.Math math
          when math.function() == MathFunction.LDEXP
              && hasScaling(math.result().arithmetic(), machine) ->
          null;
      case LowOp.Math math when math.function() != MathFunction.COPYSIGN -> {
        Type.Arithmetic type = math.arguments().getFirst().arithmetic();
        yield expand(
            math.function(), math.arguments(), new Formula(out, type, hasScaling(type, machine)));
      }
      case LowOp.Binary binary
          when binary.operator() == BinaryOperator.REM && binary.left().dtype().isFloat() ->
          inDouble(FloatSteps::remainder, List.of(binary.left(), binary.right()), out);
      case LowOp _ -> null;
    };
  }

  private static boolean isPower(LowOp.Math math, MathFunction function) {
    return math.function() == function && math.result().type().equals(Type.F32);
  }

  private static boolean hasScaling(Type.Arithmetic type, Machine machine) {
    return machine.has(Feature.SCALING)
        && type.dtype() == DType.F32
        && type.lanes() * DType.F32.bytes() == machine.vectorBytes();
  }

  /** {@code function} of arguments of the type of {@code f}. */
  static Value expand(MathFunction function, List<Value> arguments, Formula f) {
    Value x = arguments.getFirst();
    OpBuilder out = f.out();
    return switch (function) {
      case EXP -> Exponentials.exp(f, x);
      case EXP2 -> Exponentials.exp2(f, x);
      case TANH -> Exponentials.tanh(f, x);
      case SIGMOID -> Exponentials.sigmoid(f, x);
      case LOG -> Logarithms.log(f, x);
      case LOG2 -> Logarithms.log2(f, x);
      case SIN -> Trigonometry.sin(f, x);
      case COS -> Trigonometry.cos(f, x);
      case ERF -> ErrorFunction.erf(f, x);
      case RSQRT -> Powers.rsqrt(f, x);
      case ROUND -> FloatSteps.round(f, x);
      case COPYSIGN -> f.copySign(x, arguments.get(1));
      case LDEXP -> FloatSteps.ldexp(f, x, arguments.get(1));
      case NEXTAFTER -> FloatSteps.nextAfter(f, x, arguments.get(1));
      case EXP10 -> inDouble(Exponentials::exp10, x, out);
      case EXPM1 -> inDouble(Exponentials::expm1, x, out);
      case LOG10 -> inDouble(Logarithms::log10, x, out);
      case LOG1P -> inDouble(Logarithms::log1p, x, out);
      case TAN -> inDouble(Trigonometry::tan, x, out);
      case SINH -> inDouble(Exponentials::sinh, x, out);
      case COSH -> inDouble(Exponentials::cosh, x, out);
      case ASIN -> inDouble(Arcs::asin, x, out);
      case ACOS -> inDouble(Arcs::acos, x, out);
      case ATAN -> inDouble(Arcs::atan, x, out);
      case ASINH -> inDouble(Logarithms::asinh, x, out);
      case ACOSH -> inDouble(Logarithms::acosh, x, out);
      case ATANH -> inDouble(Logarithms::atanh, x, out);
      case CBRT -> inDouble(Powers::cbrt, x, out);
      case ATAN2 -> inDouble(Arcs::atan2, arguments, out);
      case HYPOT -> inDouble(Powers::hypot, arguments, out);
      case POW -> inDouble(f.isDouble() ? Powers::pow : Powers::quickPow, arguments, out);
    };
  }

  @FunctionalInterface
  private interface OfOne {
    Value of(Formula f, Value x);
  }

  @FunctionalInterface
  private interface OfTwo {
    Value of(Formula f, Value x, Value y);
  }

  private static Value inDouble(OfOne function, Value x, OpBuilder out) {
    Value wide = out.cast(DType.F64, x);
    return out.cast(x.dtype(), function.of(new Formula(out, wide.arithmetic()), wide));
  }

  private static Value inDouble(OfTwo function, List<Value> arguments, OpBuilder out) {
    Value x = out.cast(DType.F64, arguments.get(0));
    Value y = out.cast(DType.F64, arguments.get(1));
    return out.cast(arguments.get(0).dtype(), function.of(new Formula(out, x.arithmetic()), x, y));
  }
}
