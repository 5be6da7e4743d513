package dev.kiln.lower.emittable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Expanded maths against {@link MathReference}, on sweeps and on special values. */
class ExpandMathTest {
  private static final int LANES = 4096;
  private static final int ROUNDS = 50;
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_NORMAL,
    Float.MIN_VALUE,
    Float.MAX_VALUE,
    Float.MIN_NORMAL,
    1e-20,
    1e20,
    1e-310,
    1e-40
  };

  @TestFactory
  Stream<DynamicTest> a_function_is_as_exact_as_documented() {
    return Arrays.stream(MathFunction.values())
        .filter(MathReference::sweeps)
        .flatMap(function -> Stream.of(DType.F32, DType.F64).map(dtype -> test(function, dtype)));
  }

  private static DynamicTest test(MathFunction function, DType dtype) {
    return DynamicTest.dynamicTest(
        function + " of " + dtype,
        () -> {
          for (boolean fuses : new boolean[] {true, false}) {
            Sweep sweep = sweep(function, dtype, fuses, ROUNDS / 2);
            double limit = MathReference.limit(function, dtype);
            assertTrue(sweep.worst() <= limit, () -> sweep + " is more than " + limit);
          }
        });
  }

  /** The largest error found, in units of the last place, and where. */
  record Sweep(double worst, String where) {}

  static Sweep sweep(MathFunction function, DType dtype, boolean fuses, int rounds) {
    Code code = Code.of(function, dtype);
    var random = new Random(function.ordinal());
    double worst = 0;
    String where = "";
    for (int round = 0; round < rounds; round++) {
      double[] x = new double[LANES];
      double[] y = new double[LANES];
      for (int i = 0; i < LANES; i++) {
        x[i] = argument(function, dtype, 0, round == 0 ? i : -1, random);
        y[i] = argument(function, dtype, 1, round == 0 ? i : -1, random);
      }
      double[] results = code.run(fuses, x, y);
      for (int i = 0; i < LANES; i++) {
        double expected = expected(function, dtype, x[i], y[i]);
        double error = Ulps.between(dtype, results[i], expected);
        if (error > worst) {
          worst = error;
          where =
              "%s(%s, %s) gave %s, not %s".formatted(function, x[i], y[i], results[i], expected);
        }
      }
    }
    return new Sweep(worst, where);
  }

  private static double expected(MathFunction function, DType dtype, double x, double y) {
    return function == MathFunction.NEXTAFTER && dtype == DType.F32
        ? Math.nextAfter((float) x, y)
        : MathReference.of(function, x, y);
  }

  private static double argument(
      MathFunction function, DType dtype, int number, int special, Random random) {
    int pairs = function.arity() == 1 ? SPECIAL.length : SPECIAL.length * SPECIAL.length;
    double value =
        special >= 0 && special < pairs
            ? SPECIAL[number == 0 ? special % SPECIAL.length : special / SPECIAL.length]
            : MathReference.sample(function, dtype, number, random);
    return dtype == DType.F32 ? (float) value : value;
  }

  /** The expansion of a function of one or two arguments of one type. */
  private record Code(DType dtype, List<Value> arguments, Body body, Value result) {
    static Code of(MathFunction function, DType dtype) {
      var values = Values.fresh();
      var out = new OpBuilder(values, Loc.text("maths", 1, 1));
      var arguments = new ArrayList<Value>();
      for (int i = 0; i < function.arity(); i++) {
        arguments.add(values.value(Type.Arithmetic.of(dtype, LANES)));
      }
      Value result =
          ExpandMath.expand(
              function, arguments, new Formula(out, arguments.getFirst().arithmetic()));
      return new Code(dtype, arguments, out.build(), result);
    }

    double[] run(boolean fuses, double[] x, double[] y) {
      var evaluator = new LaneEvaluator(fuses);
      evaluator.set(arguments.get(0), lanes(x));
      if (arguments.size() > 1) {
        evaluator.set(arguments.get(1), lanes(y));
      }
      evaluator.run(body);
      return doubles(evaluator.get(result));
    }

    private Object lanes(double[] x) {
      return dtype == DType.F64 ? x.clone() : singles(x);
    }
  }

  private static float[] singles(double[] x) {
    float[] singles = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      singles[i] = (float) x[i];
    }
    return singles;
  }

  private static double[] doubles(Object lanes) {
    if (lanes instanceof double[] doubles) {
      return doubles;
    }
    float[] singles = (float[]) lanes;
    double[] doubles = new double[singles.length];
    for (int i = 0; i < singles.length; i++) {
      doubles[i] = singles[i];
    }
    return doubles;
  }

  @Test
  void ldexp_rounds_once() {
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      var values = Values.fresh();
      var out = new OpBuilder(values, Loc.text("maths", 1, 1));
      Value x = values.value(Type.Arithmetic.of(dtype, LANES));
      Value n = values.value(Type.Arithmetic.of(DType.I32, LANES));
      Value result =
          ExpandMath.expand(MathFunction.LDEXP, List.of(x, n), new Formula(out, x.arithmetic()));
      var random = new Random(7);
      for (int round = 0; round < 20; round++) {
        double[] numbers = new double[LANES];
        int[] counts = new int[LANES];
        for (int i = 0; i < LANES; i++) {
          numbers[i] = argument(MathFunction.CBRT, dtype, 0, round == 0 ? i : -1, random);
          counts[i] = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(4400) - 2200;
        }
        var evaluator = new LaneEvaluator(false);
        evaluator.set(x, dtype == DType.F64 ? numbers.clone() : singles(numbers));
        evaluator.set(n, counts);
        evaluator.run(out.build());
        double[] results = doubles(evaluator.get(result));
        for (int i = 0; i < LANES; i++) {
          double expected =
              dtype == DType.F64
                  ? Math.scalb(numbers[i], counts[i])
                  : Math.scalb((float) numbers[i], counts[i]);
          assertEquals(expected, results[i], numbers[i] + " * 2^" + counts[i]);
        }
      }
    }
  }

  @Test
  void the_remainder_of_floats_is_javas() {
    var values = Values.fresh();
    var out = new OpBuilder(values, Loc.text("maths", 1, 1));
    Type.Arithmetic type = Type.Arithmetic.of(DType.F64, LANES);
    Value x = values.value(type);
    Value y = values.value(type);
    Value result = FloatSteps.remainder(new Formula(out, type), x, y);
    var random = new Random(8);
    for (int round = 0; round < 5; round++) {
      double[] above = new double[LANES];
      double[] below = new double[LANES];
      for (int i = 0; i < LANES; i++) {
        above[i] = argument(MathFunction.ATAN2, DType.F64, 0, round == 0 ? i : -1, random);
        below[i] = argument(MathFunction.ATAN2, DType.F64, 1, round == 0 ? i : -1, random);
      }
      var evaluator = new LaneEvaluator(false);
      evaluator.set(x, above.clone());
      evaluator.set(y, below.clone());
      evaluator.run(out.build());
      double[] results = (double[]) evaluator.get(result);
      for (int i = 0; i < LANES; i++) {
        assertEquals(above[i] % below[i], results[i], above[i] + " % " + below[i]);
      }
    }
  }
}
