package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Float8;
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
import org.jspecify.annotations.Nullable;

/**
 * Converts F16, BF16, E4M3 and E5M2 by bit arithmetic where the machine cannot, and from and to
 * everything but F32 by way of F32.
 *
 * <pre>
 * %2 = cast %1 : f64   (of f16)  =&gt;  %3 = cast %1 : f32; %2 = cast %3 : f64
 * </pre>
 *
 * A wider type is rounded to odd on its way to F32, so that the result is rounded once.
 */
public final class ExpandHalfConversions {
  public static final Pass PASS =
      Pass.of(
              ExpandHalfConversions.class,
              Stage.EMITTABLE,
              "Converts floats below F32 by bit arithmetic where the machine cannot.",
              ExpandHalfConversions::run)
          .needs(Fact.LOW_OPS);

  private static final int F32_INFINITY = 0x7F80_0000;
  private static final int F32_SIGN = 0x8000_0000;

  private ExpandHalfConversions() {}

  private static Kernel run(Kernel kernel, Context context) {
    var expansion = new Conversions(context);
    return Expansion.apply(
        kernel, (op, out) -> op instanceof LowOp.Cast cast ? expansion.expand(cast, out) : null);
  }

  /** The conversions that one machine lacks. */
  private static final class Conversions {
    private final Context context;

    private Conversions(Context context) {
      this.context = context;
    }

    private @Nullable Value expand(LowOp.Cast cast, OpBuilder out) {
      DType from = cast.operand().dtype();
      DType to = cast.result().dtype();
      if (!isSmall(from) && !isSmall(to) || isInstruction(from, to)) {
        return null;
      }
      Value single = toSingle(cast.operand(), out);
      return isSmall(to) ? toSmall(single, to, out) : out.cast(to, single);
    }

    private static boolean isSmall(DType dtype) {
      return dtype.isFloat() && dtype.bytes() < DType.F32.bytes();
    }

    /** Whether an instruction, or an obvious sequence of them, converts directly. */
    private boolean isInstruction(DType from, DType to) {
      return from == DType.BF16 && to == DType.F32
          || from == DType.F32 && to == DType.BF16 && has(Feature.BF16_CONVERSION)
          || (from == DType.F16 && to == DType.F32 || from == DType.F32 && to == DType.F16)
              && has(Feature.F16_CONVERSION);
    }

    private boolean has(Feature feature) {
      return context.machine().has(feature);
    }

    /** As F32: exact from what is smaller, rounded to odd from what is wider. */
    private Value toSingle(Value value, OpBuilder out) {
      return switch (value.dtype()) {
        case F32 -> value;
        case BF16, I8, I16, U8, BOOL -> out.cast(DType.F32, value);
        case F16 -> has(Feature.F16_CONVERSION) ? out.cast(DType.F32, value) : fromF16(value, out);
        case E4M3 -> Float8Conversions.fromE4m3(value, out);
        case E5M2 -> toSingle(Float8Conversions.halfOfE5m2(value, out), out);
        case F64 -> oddSingle(value, out);
        case I32, I64 -> oddSingle(out.cast(DType.F64, value), out);
      };
    }

    private Value toSmall(Value single, DType to, OpBuilder out) {
      if (isInstruction(DType.F32, to)) {
        return out.cast(to, single);
      }
      if (to.bytes() == 1) {
        return Float8Conversions.to(Float8.of(to), to, single, out);
      }
      return to == DType.F16 ? toF16(single, out) : toBf16(single, out);
    }

    /** An F64 as F32, rounded to odd. */
    private static Value oddSingle(Value wide, OpBuilder out) {
      Value nearest = out.cast(DType.F32, wide);
      Value back = out.cast(DType.F64, nearest);
      Value bits = out.bitcast(DType.I32, nearest);
      Value isAbove =
          out.compare(
              CompareOperator.GT,
              out.unary(UnaryOperator.ABS, back),
              out.unary(UnaryOperator.ABS, wide));
      Value truncated = out.select(isAbove, BitSteps.plus(bits, -1, out), bits);
      Value odd = out.bitcast(DType.F32, BitSteps.with(BinaryOperator.OR, truncated, 1, out));
      Value isNumber = out.compare(CompareOperator.EQ, wide, wide);
      Value isInexact =
          out.binary(BinaryOperator.AND, isNumber, out.compare(CompareOperator.NE, back, wide));
      return out.select(isInexact, odd, nearest);
    }

    /** Shifts exponent and fraction into place and corrects the bias by an exact product. */
    private static Value fromF16(Value half, OpBuilder out) {
      Value bits = out.cast(DType.I32, out.bitcast(DType.I16, half));
      Value sign =
          BitSteps.with(
              BinaryOperator.AND, BitSteps.with(BinaryOperator.SHL, bits, 16, out), F32_SIGN, out);
      Value magnitude = BitSteps.with(BinaryOperator.AND, bits, 0x7FFF, out);
      Value shifted = BitSteps.with(BinaryOperator.SHL, magnitude, 13, out);
      Value unbiased = out.bitcast(DType.F32, shifted);
      Value scale = out.constant(unbiased.arithmetic(), 0x1p112);
      Value finite = out.bitcast(DType.I32, out.binary(BinaryOperator.MUL, unbiased, scale));
      Value endless = BitSteps.with(BinaryOperator.OR, shifted, F32_INFINITY, out);
      Value isFinite = BitSteps.compare(CompareOperator.LT, magnitude, 0x7C00, out);
      Value result = out.select(isFinite, finite, endless);
      return out.bitcast(DType.F32, out.binary(BinaryOperator.OR, sign, result));
    }

    /** To the nearest, ties to even; too large becomes infinite. */
    private static Value toF16(Value single, OpBuilder out) {
      Value bits = out.bitcast(DType.I32, single);
      Value magnitude = BitSteps.with(BinaryOperator.AND, bits, ~F32_SIGN, out);
      Value isNan = BitSteps.compare(CompareOperator.GT, magnitude, F32_INFINITY, out);
      Value payload =
          BitSteps.with(
              BinaryOperator.AND,
              BitSteps.with(BinaryOperator.USHR, magnitude, 13, out),
              0x3FF,
              out);
      Value nan = BitSteps.with(BinaryOperator.OR, payload, 0x7E00, out);
      Value infinity = out.constant(bits.arithmetic(), 0x7C00);
      Value large = out.select(isNan, nan, infinity);

      Value half = out.constant(single.arithmetic(), 0.5);
      Value aligned = out.binary(BinaryOperator.ADD, out.bitcast(DType.F32, magnitude), half);
      Value small =
          out.binary(
              BinaryOperator.SUB, out.bitcast(DType.I32, aligned), out.bitcast(DType.I32, half));

      Value rounded = BitSteps.roundTo(magnitude, 13, out);
      Value normal =
          BitSteps.with(BinaryOperator.USHR, BitSteps.plus(rounded, -(112 << 23), out), 13, out);

      Value isSmall = BitSteps.compare(CompareOperator.LT, magnitude, 113 << 23, out);
      Value isLarge = BitSteps.compare(CompareOperator.GE, magnitude, 143 << 23, out);
      Value result = out.select(isLarge, large, out.select(isSmall, small, normal));
      return out.bitcast(DType.F16, out.cast(DType.I16, signed(result, bits, out)));
    }

    private static Value toBf16(Value single, OpBuilder out) {
      Value bits = out.bitcast(DType.I32, single);
      Value rounded = BitSteps.with(BinaryOperator.USHR, BitSteps.roundTo(bits, 16, out), 16, out);
      Value nan =
          BitSteps.with(
              BinaryOperator.OR, BitSteps.with(BinaryOperator.USHR, bits, 16, out), 0x40, out);
      Value isNumber = out.compare(CompareOperator.EQ, single, single);
      Value result = out.select(isNumber, rounded, nan);
      return out.bitcast(DType.BF16, out.cast(DType.I16, result));
    }

    /** The F16 bits of a magnitude with the sign of F32 bits. */
    private static Value signed(Value magnitude, Value bits, OpBuilder out) {
      Value sign =
          BitSteps.with(
              BinaryOperator.AND, BitSteps.with(BinaryOperator.USHR, bits, 16, out), 0x8000, out);
      return out.binary(BinaryOperator.OR, magnitude, sign);
    }
  }
}
