package dev.kiln.lower.canonical;

import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An attempt to read an operation as the left side of a rule: what its variables stand for. */
final class Match {
  private final Rule rule;
  private final Function<Value, @Nullable Literal> literals;
  private final Function<Value, @Nullable Op> definitions;
  private final Map<String, Value> bound = new HashMap<>();
  private Type.@Nullable Arithmetic operandType;

  Match(
      Rule rule,
      Function<Value, @Nullable Literal> literals,
      Function<Value, @Nullable Op> definitions) {
    this.rule = rule;
    this.literals = literals;
    this.definitions = definitions;
  }

  /** Whether the result of {@code op} looks like the left side. */
  boolean root(LowOp op) {
    return matches(rule.left(), op, false);
  }

  Map<String, Value> bound() {
    return bound;
  }

  Value value(Term.Variable variable) {
    return Objects.requireNonNull(bound.get(variable.name()), variable.name());
  }

  /** The type of what the equation is about; that of conditions is not. */
  Type.Arithmetic operandType() {
    return Objects.requireNonNull(operandType);
  }

  private boolean matches(Term term, Value value, boolean isCondition) {
    return switch (term) {
      case Term.Variable variable -> bind(variable, value, isCondition);
      case Term.Number number -> isNumber(number, value, isCondition);
      case Term.Unary _, Term.Binary _, Term.Compare _, Term.Select _, Term.Fma _, Term.Log2 _ ->
          definitions.apply(value) instanceof LowOp op && matches(term, op, isCondition);
    };
  }

  private boolean matches(Term term, LowOp op, boolean isCondition) {
    return switch (term) {
      case Term.Unary unary ->
          op instanceof LowOp.Unary found
              && found.operator() == unary.operator()
              && matches(unary.operand(), found.operand(), isCondition);
      case Term.Binary binary ->
          op instanceof LowOp.Binary found
              && found.operator() == binary.operator()
              && matches(binary.left(), found.left(), isCondition)
              && matches(binary.right(), found.right(), isCondition);
      case Term.Compare compare ->
          op instanceof LowOp.Compare found
              && found.operator() == compare.operator()
              && matches(compare.left(), found.left(), false)
              && matches(compare.right(), found.right(), false);
      case Term.Select select ->
          op instanceof LowOp.Select found
              && matches(select.condition(), found.condition(), true)
              && matches(select.whenTrue(), found.whenTrue(), isCondition)
              && matches(select.whenFalse(), found.whenFalse(), isCondition);
      case Term.Fma fma ->
          op instanceof LowOp.Fma found
              && matches(fma.left(), found.left(), isCondition)
              && matches(fma.right(), found.right(), isCondition)
              && matches(fma.addend(), found.addend(), isCondition);
      case Term.Variable _, Term.Number _, Term.Log2 _ -> false;
    };
  }

  private boolean bind(Term.Variable variable, Value value, boolean isCondition) {
    boolean fits = isCondition ? value.dtype() == DType.BOOL : isInDomain(value.dtype());
    if (!fits || (variable.isConstant() && literals.apply(value) == null)) {
      return false;
    }
    if (!isCondition) {
      operandType = value.arithmetic();
    }
    Value before = bound.putIfAbsent(variable.name(), value);
    return before == null || before.equals(value);
  }

  private boolean isInDomain(DType dtype) {
    return switch (rule.domain()) {
      case INTEGER -> dtype.isInteger();
      case FLOAT -> dtype.isFloat();
      case BOOL -> dtype == DType.BOOL;
    };
  }

  /** A number of the rule's domain: the integer 1 is not {@code true}. */
  private boolean isNumber(Term.Number number, Value value, boolean isCondition) {
    Literal literal = literals.apply(value);
    if (literal == null
        || !(isCondition ? literal.dtype() == DType.BOOL : isInDomain(literal.dtype()))) {
      return false;
    }
    return literal.dtype().isFloat()
        ? Double.compare(literal.asDouble(), number.value()) == 0
        : literal.bits() == Literal.of(literal.dtype(), (long) number.value()).bits();
  }
}
