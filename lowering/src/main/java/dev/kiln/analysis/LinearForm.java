package dev.kiln.analysis;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An integer as a sum: {@code 3 * i + j + 5}. What is no sum or product with a constant is a term
 * of its own. Wrapping is not looked at.
 *
 * @param terms factors by value, none 0
 */
public record LinearForm(Map<Value, Long> terms, long constant) {
  private static final Comparator<Value> BY_ID = Comparator.comparingInt(Value::id);

  public LinearForm {
    var sorted = new TreeMap<Value, Long>(BY_ID);
    terms.forEach(
        (value, factor) -> {
          if (factor != 0) {
            sorted.put(value, factor);
          }
        });
    terms = Collections.unmodifiableSortedMap(sorted);
  }

  public static LinearForm of(Value value, Definitions definitions) {
    return switch (definitions.of(value)) {
      case LowOp.Constant constant -> new LinearForm(Map.of(), constant.value().asLong());
      case LowOp.Cast cast when cast.operand().dtype().isInteger() ->
          of(cast.operand(), definitions);
      case LowOp.Unary unary when unary.operator() == UnaryOperator.NEG ->
          of(unary.operand(), definitions).times(-1);
      case LowOp.Binary binary -> of(binary, definitions);
      case null, default -> new LinearForm(Map.of(definitions.origin(value), 1L), 0);
    };
  }

  private static LinearForm of(LowOp.Binary binary, Definitions definitions) {
    LinearForm left = of(binary.left(), definitions);
    LinearForm right = of(binary.right(), definitions);
    LinearForm itself = new LinearForm(Map.of(binary.result(), 1L), 0);
    return switch (binary.operator()) {
      case ADD -> left.plus(right);
      case SUB -> left.plus(right.times(-1));
      case MUL ->
          right.isConstant()
              ? left.times(right.constant)
              : left.isConstant() ? right.times(left.constant) : itself;
      case SHL -> right.isConstant() ? left.times(1L << (right.constant & 31)) : itself;
      case DIV, REM, MIN, MAX, AND, OR, XOR, SHR, USHR -> itself;
    };
  }

  public boolean isConstant() {
    return terms.isEmpty();
  }

  public LinearForm plus(LinearForm other) {
    var sums = new TreeMap<Value, Long>(BY_ID);
    sums.putAll(terms);
    other.terms.forEach((value, factor) -> sums.merge(value, factor, Long::sum));
    return new LinearForm(sums, constant + other.constant);
  }

  public LinearForm times(long factor) {
    var products = new TreeMap<Value, Long>(BY_ID);
    terms.forEach((value, own) -> products.put(value, own * factor));
    return new LinearForm(products, constant * factor);
  }

  /** This form with numbers in the place of some values. */
  public LinearForm with(Map<Value, Long> numbers) {
    var rest = new TreeMap<Value, Long>(BY_ID);
    long sum = constant;
    for (Map.Entry<Value, Long> term : terms.entrySet()) {
      Long number = numbers.get(term.getKey());
      if (number == null) {
        rest.put(term.getKey(), term.getValue());
      } else {
        sum += term.getValue() * number;
      }
    }
    return new LinearForm(rest, sum);
  }

  /** As a user would write it, e.g. {@code 128*bx + 3}; a value without a name is {@code ...}. */
  @Override
  public String toString() {
    String sum = terms.entrySet().stream().map(LinearForm::term).collect(Collectors.joining(" + "));
    if (isConstant()) {
      return Long.toString(constant);
    }
    String sign = constant < 0 ? " - " : " + ";
    return constant == 0 ? sum : sum + sign + Math.abs(constant);
  }

  private static String term(Map.Entry<Value, Long> term) {
    String name = term.getKey().hint().isEmpty() ? "..." : term.getKey().hint();
    return term.getValue() == 1 ? name : term.getValue() + "*" + name;
  }
}
