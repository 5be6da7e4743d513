package dev.kiln.lower.canonical;

import dev.kiln.analysis.Interval;
import dev.kiln.ir.DType;
import dev.kiln.ir.Value;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides the conditions of rules from the intervals of what their variables stand for.
 *
 * @param bound what each variable stands for
 * @param range of an integer value
 */
record Facts(Map<String, Value> bound, Function<Value, Interval> range, DType dtype) {

  boolean hold(Rule.Condition condition) {
    return switch (condition) {
      case Rule.Condition.Holds holds -> holds(holds.comparison());
      case Rule.Condition.PowerOfTwo power -> {
        Interval value = interval(power.term());
        yield value != null
            && value.isPoint()
            && value.low() > 0
            && Long.bitCount(value.low()) == 1;
      }
      case Rule.Condition.Exact exact -> interval(exact.term()) != null;
    };
  }

  private boolean holds(Term.Compare comparison) {
    Interval left = interval(comparison.left());
    Interval right = interval(comparison.right());
    if (left == null || right == null || left.isEmpty() || right.isEmpty()) {
      return false;
    }
    return switch (comparison.operator()) {
      case EQ -> left.isPoint() && left.equals(right);
      case NE -> left.intersect(right).isEmpty();
      case LT -> left.high() < right.low();
      case LE -> left.high() <= right.low();
      case GT -> left.low() > right.high();
      case GE -> left.low() >= right.high();
      case BELOW -> false;
    };
  }

  /** The interval of a term of sums and products; null when it may leave its dtype. */
  private @Nullable Interval interval(Term term) {
    return switch (term) {
      case Term.Variable variable ->
          range.apply(java.util.Objects.requireNonNull(bound.get(variable.name())));
      case Term.Number number -> Interval.point((long) number.value());
      case Term.Binary binary -> {
        Interval left = interval(binary.left());
        Interval right = interval(binary.right());
        yield left == null || right == null ? null : fit(binary, left, right);
      }
      case Term.Unary _, Term.Log2 _, Term.Compare _, Term.Select _, Term.Fma _ -> null;
    };
  }

  private @Nullable Interval fit(Term.Binary binary, Interval left, Interval right) {
    Interval exact =
        switch (binary.operator()) {
          case ADD -> left.plus(right);
          case SUB -> left.minus(right);
          case MUL -> left.times(right);
          case DIV, REM, MIN, MAX, AND, OR, XOR, SHL, SHR, USHR -> Interval.of(DType.I64);
        };
    return !exact.equals(Interval.of(DType.I64)) && Interval.of(dtype).contains(exact)
        ? exact
        : null;
  }
}
