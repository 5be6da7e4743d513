package dev.kiln.analysis;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The largest power of two that is known to divide every integer value. Powers of two survive
 * wrapping, other divisors do not.
 */
public final class Divisibility {
  /** What 0 is divisible by, as far as anybody asks. */
  public static final int MOST = 62;

  private final Definitions definitions;
  private final Map<Integer, Integer> byId = new HashMap<>();

  public Divisibility(Definitions definitions) {
    this.definitions = definitions;
  }

  /** States that {@code value} is a multiple of two to {@code log2}, before anything is asked. */
  public Divisibility with(Value value, int log2) {
    byId.put(value.id(), log2);
    return this;
  }

  /** The exponent: {@code value} is a multiple of two to this power. */
  public int log2(Value value) {
    Integer known = byId.get(value.id());
    if (known == null) {
      known = Math.min(compute(definitions.of(value)), MOST);
      byId.put(value.id(), known);
    }
    return known;
  }

  private int compute(@Nullable Op op) {
    return switch (op) {
      case LowOp.For loop -> Math.min(log2(loop.lower()), Long.numberOfTrailingZeros(loop.step()));
      case LowOp.Constant constant when !constant.value().dtype().isFloat() ->
          constant.value().bits() == 0 ? MOST : Long.numberOfTrailingZeros(constant.value().bits());
      case LowOp.Splat splat -> log2(splat.scalar());
      case LowOp.Cast cast when !cast.operand().dtype().isFloat() -> log2(cast.operand());
      case LowOp.Select select -> Math.min(log2(select.whenTrue()), log2(select.whenFalse()));
      case LowOp.Binary binary -> binary(binary);
      case null, default -> 0;
    };
  }

  private int binary(LowOp.Binary binary) {
    int a = log2(binary.left());
    int b = log2(binary.right());
    return switch (binary.operator()) {
      case ADD, SUB, MIN, MAX, OR, XOR, REM -> Math.min(a, b);
      case MUL -> a + b;
      case AND -> Math.max(a, b);
      case SHL -> a;
      case DIV, SHR, USHR -> 0;
    };
  }
}
