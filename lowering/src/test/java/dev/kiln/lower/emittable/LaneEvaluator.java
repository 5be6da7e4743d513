package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.Op;
import dev.kiln.ir.Value;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Evaluates maths code on thousands of lanes at once, fast enough to sweep a function. It knows
 * only what expansions are made of: F32, F64, I32, I64 and BOOL, cells, If and While.
 */
final class LaneEvaluator {
  private final boolean fuses;
  private final Map<Integer, Object> values = new HashMap<>();
  private final Map<Integer, Object> cells = new HashMap<>();

  /**
   * @param fuses whether an inexact fma rounds once, as on machines that have it
   */
  LaneEvaluator(boolean fuses) {
    this.fuses = fuses;
  }

  void set(Value value, Object lanes) {
    values.put(value.id(), lanes);
  }

  Object get(Value value) {
    return values.get(value.id());
  }

  void run(Body body) {
    for (Op op : body.ops()) {
      run((LowOp) op);
    }
  }

  private void run(LowOp op) {
    switch (op) {
      case LowOp.Constant c -> set(c.result(), constant(c));
      case LowOp.Binary b -> set(b.result(), binary(b.operator(), get(b.left()), get(b.right())));
      case LowOp.Unary u -> set(u.result(), unary(u));
      case LowOp.Compare c -> set(c.result(), compare(c.operator(), get(c.left()), get(c.right())));
      case LowOp.Select s ->
          set(
              s.result(),
              select((boolean[]) get(s.condition()), get(s.whenTrue()), get(s.whenFalse())));
      case LowOp.Fma f -> set(f.result(), fma(get(f.left()), get(f.right()), get(f.addend())));
      case LowOp.Math m when m.function() == MathFunction.COPYSIGN ->
          set(m.result(), copySign(get(m.arguments().get(0)), get(m.arguments().get(1))));
      case LowOp.Cast c -> set(c.result(), cast(c.result().dtype(), get(c.operand())));
      case LowOp.Bitcast b -> set(b.result(), bitcast(get(b.operand())));
      case LowOp.ReduceLanes r -> set(r.result(), any((boolean[]) get(r.vector())));
      case LowOp.DeclareCell d -> cells.put(d.cell().id(), get(d.initial()));
      case LowOp.ReadCell r -> set(r.result(), cells.get(r.cell().id()));
      case LowOp.WriteCell w -> cells.put(w.cell().id(), get(w.value()));
      case LowOp.If i -> run(((boolean[]) get(i.condition()))[0] ? i.then() : i.otherwise());
      case LowOp.While w -> {
        run(w.condition());
        while (((boolean[]) get(w.test()))[0]) {
          run(w.body());
          run(w.update());
          run(w.condition());
        }
      }
      case LowOp other -> throw new IllegalArgumentException("maths code holds " + other);
    }
  }

  private static boolean[] any(boolean[] lanes) {
    boolean any = false;
    for (boolean lane : lanes) {
      any |= lane;
    }
    return new boolean[] {any};
  }

  private static Object constant(LowOp.Constant c) {
    int n = c.result().lanes();
    switch (c.result().dtype()) {
      case F32 -> {
        float[] x = new float[n];
        Arrays.fill(x, (float) c.value().asDouble());
        return x;
      }
      case F64 -> {
        double[] x = new double[n];
        Arrays.fill(x, c.value().asDouble());
        return x;
      }
      case I32 -> {
        int[] x = new int[n];
        Arrays.fill(x, (int) c.value().bits());
        return x;
      }
      case I64 -> {
        long[] x = new long[n];
        Arrays.fill(x, c.value().bits());
        return x;
      }
      case BOOL -> {
        boolean[] x = new boolean[n];
        Arrays.fill(x, c.value().asBoolean());
        return x;
      }
      case F16, BF16, E4M3, E5M2, I8, I16, U8 -> throw new IllegalArgumentException(c.toString());
    }
    throw new IllegalStateException();
  }

  private static Object binary(BinaryOperator operator, Object left, Object right) {
    switch (left) {
      case float[] a -> {
        float[] b = (float[]) right;
        float[] r = new float[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] =
              switch (operator) {
                case ADD -> a[i] + b[i];
                case SUB -> a[i] - b[i];
                case MUL -> a[i] * b[i];
                case DIV -> a[i] / b[i];
                case REM, MIN, MAX, AND, OR, XOR, SHL, SHR, USHR ->
                    throw new AssertionError(operator);
              };
        }
        return r;
      }
      case double[] a -> {
        double[] b = (double[]) right;
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] =
              switch (operator) {
                case ADD -> a[i] + b[i];
                case SUB -> a[i] - b[i];
                case MUL -> a[i] * b[i];
                case DIV -> a[i] / b[i];
                case REM, MIN, MAX, AND, OR, XOR, SHL, SHR, USHR ->
                    throw new AssertionError(operator);
              };
        }
        return r;
      }
      case int[] a -> {
        int[] b = (int[]) right;
        int[] r = new int[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (int) integer(operator, a[i], b[i], 31);
        }
        return r;
      }
      case long[] a -> {
        long[] b = (long[]) right;
        long[] r = new long[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = integer(operator, a[i], b[i], 63);
        }
        return r;
      }
      default -> {
        boolean[] a = (boolean[]) left;
        boolean[] b = (boolean[]) right;
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] =
              switch (operator) {
                case AND -> a[i] & b[i];
                case OR -> a[i] | b[i];
                case XOR -> a[i] ^ b[i];
                case ADD, SUB, MUL, DIV, REM, MIN, MAX, SHL, SHR, USHR ->
                    throw new AssertionError(operator);
              };
        }
        return r;
      }
    }
  }

  private static long integer(BinaryOperator operator, long a, long b, int mask) {
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? 0 : a / b;
      case REM -> b == 0 ? 0 : a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << (b & mask);
      case SHR -> a >> (b & mask);
      case USHR -> (mask == 31 ? a & 0xFFFFFFFFL : a) >>> (b & mask);
    };
  }

  private Object unary(LowOp.Unary u) {
    switch (get(u.operand())) {
      case float[] a -> {
        float[] r = new float[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (float) unary(u, a[i]);
        }
        return r;
      }
      case double[] a -> {
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = unary(u, a[i]);
        }
        return r;
      }
      case boolean[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = !a[i];
        }
        return r;
      }
      default -> throw new AssertionError(u);
    }
  }

  private static double unary(LowOp.Unary u, double a) {
    return switch (u.operator()) {
      case NEG -> -a;
      case ABS -> Math.abs(a);
      case SQRT -> Math.sqrt(a);
      case FLOOR -> Math.floor(a);
      case CEIL -> Math.ceil(a);
      case TRUNC -> a < 0 ? Math.ceil(a) : Math.floor(a);
      case RINT -> Math.rint(a);
      case NOT, POPCOUNT, CLZ -> throw new AssertionError(u);
    };
  }

  private static boolean[] compare(CompareOperator operator, Object left, Object right) {
    switch (left) {
      case float[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = compare(operator, a[i], ((float[]) right)[i]);
        }
        return r;
      }
      case double[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = compare(operator, a[i], ((double[]) right)[i]);
        }
        return r;
      }
      case int[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = compare(operator, a[i], ((int[]) right)[i]);
        }
        return r;
      }
      case long[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          int order = Long.compare(a[i], ((long[]) right)[i]);
          r[i] = compare(operator, order, 0);
        }
        return r;
      }
      case boolean[] a -> {
        boolean[] r = new boolean[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (a[i] == ((boolean[]) right)[i]) == (operator == CompareOperator.EQ);
        }
        return r;
      }
      default -> throw new AssertionError(left);
    }
  }

  private static boolean compare(CompareOperator operator, double a, double b) {
    return switch (operator) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case LE -> a <= b;
      case GT -> a > b;
      case GE -> a >= b;
      case BELOW -> throw new AssertionError(operator);
    };
  }

  private static Object select(boolean[] condition, Object left, Object right) {
    switch (left) {
      case float[] a -> {
        float[] r = ((float[]) right).clone();
        for (int i = 0; i < r.length; i++) {
          r[i] = condition[i] ? a[i] : r[i];
        }
        return r;
      }
      case double[] a -> {
        double[] r = ((double[]) right).clone();
        for (int i = 0; i < r.length; i++) {
          r[i] = condition[i] ? a[i] : r[i];
        }
        return r;
      }
      case int[] a -> {
        int[] r = ((int[]) right).clone();
        for (int i = 0; i < r.length; i++) {
          r[i] = condition[i] ? a[i] : r[i];
        }
        return r;
      }
      case long[] a -> {
        long[] r = ((long[]) right).clone();
        for (int i = 0; i < r.length; i++) {
          r[i] = condition[i] ? a[i] : r[i];
        }
        return r;
      }
      default -> throw new AssertionError(left);
    }
  }

  private Object fma(Object left, Object right, Object addend) {
    if (left instanceof float[] a) {
      float[] b = (float[]) right;
      float[] c = (float[]) addend;
      float[] r = new float[a.length];
      for (int i = 0; i < r.length; i++) {
        r[i] = fuses ? Math.fma(a[i], b[i], c[i]) : a[i] * b[i] + c[i];
      }
      return r;
    }
    double[] a = (double[]) left;
    double[] b = (double[]) right;
    double[] c = (double[]) addend;
    double[] r = new double[a.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = fuses ? Math.fma(a[i], b[i], c[i]) : a[i] * b[i] + c[i];
    }
    return r;
  }

  private static Object copySign(Object magnitude, Object sign) {
    if (magnitude instanceof float[] a) {
      float[] r = new float[a.length];
      for (int i = 0; i < r.length; i++) {
        r[i] = StrictMath.copySign(a[i], ((float[]) sign)[i]);
      }
      return r;
    }
    double[] a = (double[]) magnitude;
    double[] r = new double[a.length];
    for (int i = 0; i < r.length; i++) {
      r[i] = StrictMath.copySign(a[i], ((double[]) sign)[i]);
    }
    return r;
  }

  private static Object cast(DType to, Object operand) {
    switch (operand) {
      case float[] a when to == DType.F64 -> {
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = a[i];
        }
        return r;
      }
      case double[] a when to == DType.F32 -> {
        float[] r = new float[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (float) a[i];
        }
        return r;
      }
      case long[] a when to == DType.I32 -> {
        int[] r = new int[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (int) a[i];
        }
        return r;
      }
      case long[] a when to == DType.F64 -> {
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = (double) a[i];
        }
        return r;
      }
      case int[] a when to == DType.F64 -> {
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = a[i];
        }
        return r;
      }
      default -> throw new AssertionError("cast of " + operand.getClass() + " to " + to);
    }
  }

  private static Object bitcast(Object operand) {
    switch (operand) {
      case float[] a -> {
        int[] r = new int[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = Float.floatToRawIntBits(a[i]);
        }
        return r;
      }
      case double[] a -> {
        long[] r = new long[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = Double.doubleToRawLongBits(a[i]);
        }
        return r;
      }
      case int[] a -> {
        float[] r = new float[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = Float.intBitsToFloat(a[i]);
        }
        return r;
      }
      case long[] a -> {
        double[] r = new double[a.length];
        for (int i = 0; i < r.length; i++) {
          r[i] = Double.longBitsToDouble(a[i]);
        }
        return r;
      }
      default -> throw new AssertionError(operand);
    }
  }
}
