package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;

/**
 * The largest power of two that is known to divide every integer value. Powers of two survive
 * wrapping, other divisors do not.
 */
public final class Divisibility {
  /** What 0 is divisible by, as far as anybody asks. */
  public static final int MOST = 62;

  private final Map<Integer, Integer> byId = new HashMap<>();

  private Divisibility() {}

  public static Divisibility of(Body body) {
    var divisibility = new Divisibility();
    Ops.walk(body, divisibility::visit);
    return divisibility;
  }

  /** The exponent: {@code value} is a multiple of two to this power. */
  public int log2(Value value) {
    return byId.getOrDefault(value.id(), 0);
  }

  private void visit(Op op) {
    if (op instanceof LowOp.For loop) {
      put(loop.index(), Math.min(log2(loop.lower()), Long.numberOfTrailingZeros(loop.step())));
    } else {
      for (Value result : Ops.results(op)) {
        if (result.type() instanceof Type.Arithmetic type && type.dtype().isInteger()) {
          put(result, result(op));
        }
      }
    }
  }

  private void put(Value value, int log2) {
    byId.put(value.id(), Math.min(log2, MOST));
  }

  private int result(Op op) {
    return switch (op) {
      case LowOp.Constant constant ->
          constant.value().bits() == 0 ? MOST : Long.numberOfTrailingZeros(constant.value().bits());
      case LowOp.Splat splat -> log2(splat.scalar());
      case LowOp.Cast cast when cast.operand().dtype().isInteger() -> log2(cast.operand());
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
