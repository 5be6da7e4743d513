package dev.kiln.lower.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.analysis.Folding;
import dev.kiln.analysis.Interval;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Both sides of every equation give the same for random values. */
class RulesTest {
  private static final int ROUNDS = 1000;
  private static final int ENOUGH = 5;

  @TestFactory
  Stream<DynamicTest> both_sides_of_an_equation_are_equal() {
    return Stream.of(
            IntegerRules.RULES,
            FloatRules.RULES,
            LogicRules.TRUTHS,
            LogicRules.INTEGER,
            LogicRules.FLOAT,
            LogicRules.CHOICES)
        .flatMap(List::stream)
        .map(rule -> DynamicTest.dynamicTest(rule.domain() + " " + rule, () -> check(rule)));
  }

  private static void check(Rule rule) {
    var random = new Random(rule.equation().hashCode());
    for (DType dtype : dtypes(rule.domain())) {
      int checked = 0;
      for (int round = 0; round < ROUNDS; round++) {
        Map<String, Literal> given = new LinkedHashMap<>();
        collect(rule.left(), false, dtype, random, given);
        if (hold(rule, given, dtype)) {
          checked++;
          Literal left = evaluate(rule.left(), given, dtype);
          Literal right = evaluate(rule.right(), given, dtype);
          assertTrue(same(left, right), () -> rule + " for " + given + ": " + left + ", " + right);
        }
      }
      assertTrue(checked >= ENOUGH, rule + " was checked for " + checked + " values of " + dtype);
    }
  }

  private static List<DType> dtypes(Rule.Domain domain) {
    return switch (domain) {
      case INTEGER -> List.of(DType.I32, DType.I64, DType.I8, DType.U8);
      case FLOAT -> List.of(DType.F32, DType.F64);
      case BOOL -> List.of(DType.BOOL);
    };
  }

  private static void collect(
      Term term, boolean isCondition, DType dtype, Random random, Map<String, Literal> given) {
    if (term instanceof Term.Variable variable) {
      given.computeIfAbsent(
          variable.name(), name -> sample(isCondition ? DType.BOOL : dtype, random));
    }
    for (int i = 0; i < term.parts().size(); i++) {
      boolean inner = term instanceof Term.Select && i == 0;
      collect(
          term.parts().get(i),
          inner || (isCondition && !(term instanceof Term.Compare)),
          dtype,
          random,
          given);
    }
  }

  private static Literal sample(DType dtype, Random random) {
    if (dtype == DType.BOOL) {
      return Literal.of(random.nextBoolean());
    }
    if (dtype.isFloat()) {
      double[] special = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1e300,
        1e-310,
        1e-40
      };
      return Literal.of(
          dtype,
          random.nextInt(3) == 0
              ? special[random.nextInt(special.length)]
              : random.nextGaussian() * Math.exp(random.nextGaussian() * 20));
    }
    return Literal.of(
        dtype,
        switch (random.nextInt(5)) {
          case 0 -> random.nextInt(4) - 1L;
          case 1 -> 1L << random.nextInt(dtype.bits());
          case 2 -> random.nextInt(100);
          case 3 -> Interval.of(dtype).low() + random.nextInt(2);
          default -> random.nextLong();
        });
  }

  private static boolean hold(Rule rule, Map<String, Literal> given, DType dtype) {
    Values values = Values.fresh();
    Map<String, Value> bound = new LinkedHashMap<>();
    Map<Value, Interval> ranges = new LinkedHashMap<>();
    given.forEach(
        (name, literal) -> {
          Value value = values.value(new Type.ScalarType(literal.dtype()));
          bound.put(name, value);
          ranges.put(value, Interval.point(literal.bits()));
        });
    var facts = new Facts(bound, ranges::get, dtype);
    return rule.conditions().stream().allMatch(facts::hold);
  }

  private static Literal evaluate(Term term, Map<String, Literal> given, DType dtype) {
    Literal result =
        switch (term) {
          case Term.Variable variable -> given.get(variable.name());
          case Term.Number number ->
              dtype.isFloat()
                  ? Literal.of(dtype, number.value())
                  : Literal.of(dtype, (long) number.value());
          case Term.Log2 log2 ->
              Literal.of(
                  dtype, Long.numberOfTrailingZeros(evaluate(log2.operand(), given, dtype).bits()));
          case Term.Unary unary ->
              Folding.unary(unary.operator(), evaluate(unary.operand(), given, dtype));
          case Term.Binary binary ->
              Folding.binary(
                  binary.operator(),
                  evaluate(binary.left(), given, dtype),
                  evaluate(binary.right(), given, dtype));
          case Term.Compare compare ->
              Folding.compare(
                  compare.operator(),
                  evaluate(compare.left(), given, dtype),
                  evaluate(compare.right(), given, dtype));
          case Term.Select select ->
              evaluate(select.condition(), given, DType.BOOL).asBoolean()
                  ? evaluate(select.whenTrue(), given, dtype)
                  : evaluate(select.whenFalse(), given, dtype);
          case Term.Fma fma ->
              Folding.fma(
                  evaluate(fma.left(), given, dtype),
                  evaluate(fma.right(), given, dtype),
                  evaluate(fma.addend(), given, dtype));
        };
    assertNotNull(result, () -> term + " has no value for " + given);
    return result;
  }

  private static boolean same(Literal left, Literal right) {
    boolean areNaN =
        left.dtype().isFloat() && Double.isNaN(left.asDouble()) && Double.isNaN(right.asDouble());
    // An equation of comparisons may end in a number, which is then a truth value.
    return areNaN || left.bits() == right.bits();
  }

  @org.junit.jupiter.api.Test
  void an_equation_is_read_with_its_conditions() {
    Rule rule =
        Rule.table(Rule.Domain.INTEGER, "(x * c) / c = x where c != 0, exact(x * c)").getFirst();
    assertEquals(2, rule.conditions().size());
  }
}
