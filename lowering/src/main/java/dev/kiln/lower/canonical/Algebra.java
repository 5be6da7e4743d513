package dev.kiln.lower.canonical;

import dev.kiln.analysis.Folding;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Folds constants and applies equations to one pure operation at a time. */
final class Algebra {

  /** Where the operations of a right side go. */
  interface Emitter {
    /** The value that {@code op} gives, simplified in its turn. */
    Value emit(LowOp op);

    /** What defines a value that has been emitted; null for an argument or a parameter. */
    @Nullable Op definition(Value value);

    Value fresh(Type type);
  }

  /** Rules by the root of their left side: its operator, or its kind where it has none. */
  private static final Map<Object, List<Rule>> RULES = index();

  private final Ranges ranges;
  private final Emitter emitter;

  Algebra(Ranges ranges, Emitter emitter) {
    this.ranges = ranges;
    this.emitter = emitter;
  }

  private static Map<Object, List<Rule>> index() {
    var byRoot = new HashMap<Object, List<Rule>>();
    for (List<Rule> table :
        List.of(
            IntegerRules.RULES,
            FloatRules.RULES,
            LogicRules.TRUTHS,
            LogicRules.INTEGER,
            LogicRules.FLOAT,
            LogicRules.CHOICES)) {
      for (Rule rule : table) {
        byRoot.computeIfAbsent(root(rule.left()), root -> new ArrayList<>()).add(rule);
      }
    }
    return byRoot;
  }

  private static Object root(Term left) {
    return switch (left) {
      case Term.Binary binary -> binary.operator();
      case Term.Unary unary -> unary.operator();
      case Term.Compare compare -> compare.operator();
      case Term.Select _, Term.Fma _, Term.Variable _, Term.Number _, Term.Log2 _ ->
          left.getClass();
    };
  }

  /** A value equal to the result of {@code op}; null when nothing simpler is known. */
  @Nullable Value simplify(LowOp op) {
    Literal folded = folded(op);
    if (folded != null && !(op instanceof LowOp.Constant)) {
      return constant(Ops.results(op).getFirst().arithmetic(), folded, op);
    }
    return switch (op) {
      case LowOp.Binary _, LowOp.Unary _, LowOp.Compare _, LowOp.Select _, LowOp.Fma _ -> {
        Value scalar = onScalars(op);
        yield scalar != null ? scalar : byRules(op);
      }
      case LowOp.Cast cast -> {
        Value shorter = Conversions.shorter(cast, ranges, emitter);
        yield shorter != null ? shorter : onScalars(cast);
      }
      case LowOp.Bitcast bitcast -> Conversions.shorter(bitcast, emitter);
      case LowOp.Math math -> onScalars(math);
      case LowOp _ -> null;
    };
  }

  /** The constant that {@code value} is in every lane. */
  @Nullable Literal literal(Value value) {
    return switch (emitter.definition(value)) {
      case LowOp.Constant constant -> constant.value();
      case LowOp.Splat splat -> literal(splat.scalar());
      case null, default -> null;
    };
  }

  private Value constant(Type.Arithmetic type, Literal literal, Op blamed) {
    return emitter.emit(new LowOp.Constant(emitter.fresh(type), literal, blamed.loc()));
  }

  // Constants

  private @Nullable Literal folded(LowOp op) {
    var operands = new ArrayList<Literal>();
    for (Value operand : Ops.operands(op)) {
      Literal literal = operand.type() instanceof Type.Arithmetic ? literal(operand) : null;
      if (literal == null) {
        return null;
      }
      operands.add(literal);
    }
    return switch (op) {
      case LowOp.Binary binary ->
          Folding.binary(binary.operator(), operands.get(0), operands.get(1));
      case LowOp.Unary unary -> Folding.unary(unary.operator(), operands.get(0));
      case LowOp.Compare compare ->
          Folding.compare(compare.operator(), operands.get(0), operands.get(1));
      case LowOp.Select _ -> operands.get(0).asBoolean() ? operands.get(1) : operands.get(2);
      case LowOp.Fma fma when fma.exact() ->
          Folding.fma(operands.get(0), operands.get(1), operands.get(2));
      case LowOp.Cast cast -> Folding.cast(cast.result().dtype(), operands.get(0));
      case LowOp.Bitcast bitcast -> Folding.bitcast(bitcast.result().dtype(), operands.get(0));
      case LowOp.Splat _ -> operands.get(0);
      case LowOp.Lane _ -> operands.get(0);
      case LowOp _ -> null;
    };
  }

  /** An operation whose operands are the same in every lane is done once and spread. */
  private @Nullable Value onScalars(LowOp op) {
    Value result = Ops.results(op).getFirst();
    if (result.lanes() == 1) {
      return null;
    }
    var scalars = new HashMap<Value, Value>();
    boolean anySplat = false;
    for (Value operand : Ops.operands(op)) {
      Literal literal = literal(operand);
      if (literal != null) {
        scalars.put(operand, constant(new Type.ScalarType(operand.dtype()), literal, op));
      } else if (emitter.definition(operand) instanceof LowOp.Splat splat) {
        scalars.put(operand, splat.scalar());
        anySplat = true;
      } else {
        return null;
      }
    }
    if (!anySplat) {
      return null;
    }
    Value scalar = emitter.fresh(new Type.ScalarType(result.dtype()));
    Op once =
        Ops.rename(op, operand -> Objects.requireNonNull(scalars.get(operand)), old -> scalar);
    Value spread = emitter.fresh(result.type());
    return emitter.emit(new LowOp.Splat(spread, emitter.emit((LowOp) once), op.loc()));
  }

  // Equations

  private @Nullable Value byRules(LowOp op) {
    Object root =
        switch (op) {
          case LowOp.Binary binary -> binary.operator();
          case LowOp.Unary unary -> unary.operator();
          case LowOp.Compare compare -> compare.operator();
          case LowOp.Select _ -> Term.Select.class;
          case LowOp.Fma _ -> Term.Fma.class;
          case LowOp _ -> Term.class;
        };
    for (Rule rule : RULES.getOrDefault(root, List.of())) {
      var match = new Match(rule, this::literal, emitter::definition);
      if (match.root(op) && allHold(rule, match)) {
        return build(rule.right(), Ops.results(op).getFirst().arithmetic(), match, op);
      }
    }
    return null;
  }

  private boolean allHold(Rule rule, Match match) {
    if (rule.conditions().isEmpty()) {
      return true;
    }
    var facts = new Facts(match.bound(), this::interval, match.operandType().dtype());
    return rule.conditions().stream().allMatch(facts::hold);
  }

  private Interval interval(Value value) {
    Literal literal = literal(value);
    return literal != null ? Interval.point(literal.bits()) : ranges.of(value);
  }

  private Value build(Term term, Type.Arithmetic type, Match match, Op blamed) {
    return switch (term) {
      case Term.Variable variable -> match.value(variable);
      case Term.Number number -> constant(type, number(type.dtype(), number.value()), blamed);
      case Term.Log2 log2 -> {
        Literal power = literal(build(log2.operand(), type, match, blamed));
        long exponent = Long.numberOfTrailingZeros(java.util.Objects.requireNonNull(power).bits());
        yield constant(type, Literal.of(type.dtype(), exponent), blamed);
      }
      case Term.Unary unary ->
          emitter.emit(
              new LowOp.Unary(
                  emitter.fresh(type),
                  unary.operator(),
                  build(unary.operand(), type, match, blamed),
                  blamed.loc()));
      case Term.Binary binary ->
          emitter.emit(
              new LowOp.Binary(
                  emitter.fresh(type),
                  binary.operator(),
                  build(binary.left(), type, match, blamed),
                  build(binary.right(), type, match, blamed),
                  blamed.loc()));
      case Term.Compare compare ->
          emitter.emit(
              new LowOp.Compare(
                  emitter.fresh(type),
                  compare.operator(),
                  build(compare.left(), match.operandType(), match, blamed),
                  build(compare.right(), match.operandType(), match, blamed),
                  blamed.loc()));
      case Term.Select select ->
          emitter.emit(
              new LowOp.Select(
                  emitter.fresh(type),
                  build(select.condition(), type.with(DType.BOOL), match, blamed),
                  build(select.whenTrue(), type, match, blamed),
                  build(select.whenFalse(), type, match, blamed),
                  blamed.loc()));
      case Term.Fma _ -> throw new IllegalStateException("no equation ends in fma");
    };
  }

  private static Literal number(DType dtype, double value) {
    return dtype.isFloat() ? Literal.of(dtype, value) : Literal.of(dtype, (long) value);
  }
}
