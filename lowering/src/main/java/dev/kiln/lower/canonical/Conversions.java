package dev.kiln.lower.canonical;

import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import org.jspecify.annotations.Nullable;

/** Casts and bitcasts that need not be made. */
final class Conversions {
  private Conversions() {}

  /**
   * {@code cast<t>(x) = x} for x of t, and {@code cast<t>(cast<u>(x)) = cast<t>(x)} if u keeps x.
   */
  static @Nullable Value shorter(LowOp.Cast cast, Ranges ranges, Algebra.Emitter emitter) {
    if (cast.operand().type().equals(cast.result().type())) {
      return cast.operand();
    }
    if (emitter.definition(cast.operand()) instanceof LowOp.Cast inner
        && keeps(inner.operand(), inner.result().dtype(), cast.result().dtype(), ranges)) {
      return inner.operand().type().equals(cast.result().type())
          ? inner.operand()
          : emitter.emit(
              new LowOp.Cast(emitter.fresh(cast.result().type()), inner.operand(), cast.loc()));
    }
    return null;
  }

  /** {@code bitcast<t>(bitcast<u>(x)) = x} for x of t. */
  static @Nullable Value shorter(LowOp.Bitcast bitcast, Algebra.Emitter emitter) {
    if (bitcast.operand().type().equals(bitcast.result().type())) {
      return bitcast.operand();
    }
    return emitter.definition(bitcast.operand()) instanceof LowOp.Bitcast inner
            && inner.operand().type().equals(bitcast.result().type())
        ? inner.operand()
        : null;
  }

  /** Whether going from {@code x} over {@code middle} to {@code last} equals going directly. */
  private static boolean keeps(Value x, DType middle, DType last, Ranges ranges) {
    DType first = x.dtype();
    if (last == DType.BOOL || first == DType.BOOL) {
      return false;
    }
    if (first.isFloat()) {
      return middle.isFloat() && isWider(middle, first) && last.isFloat() && isWider(last, first);
    }
    if (middle.isFloat()) {
      return false;
    }
    boolean keepsValue = Interval.of(middle).contains(ranges.of(x));
    boolean keepsBits = !last.isFloat() && last.bits() <= middle.bits();
    return keepsValue || keepsBits;
  }

  /** Whether every float of {@code narrow} is one of {@code wide}. */
  private static boolean isWider(DType wide, DType narrow) {
    return switch (wide) {
      case F64 -> true;
      case F32 -> narrow != DType.F64;
      case F16, BF16 -> narrow == wide || narrow.bytes() == 1;
      case E4M3, E5M2 -> narrow == wide;
      case I8, I16, I32, I64, U8, BOOL -> false;
    };
  }
}
