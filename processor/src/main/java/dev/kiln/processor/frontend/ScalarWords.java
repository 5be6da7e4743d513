package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Suggestion;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Translates calls of functions on scalars, which {@link ScalarTable} lists. */
final class ScalarWords {
  private final Translation translation;

  ScalarWords(Translation translation) {
    this.translation = translation;
  }

  /** A call of a function of {@code family}. */
  Term of(ScalarTable.Family family, MethodInvocation call) {
    Findings findings = translation.findings;
    String name = call.getName().getIdentifier();
    Map<String, ScalarTable.Row> rows = ScalarTable.rows(family);
    ScalarTable.Row row = rows.get(name);
    if (row != null && call.arguments().size() != row.arity()) {
      return translation.calls.refuseArguments(
          call, "Give it " + row.arity() + (row.arity() == 1 ? " argument." : " arguments."));
    }
    List<Operand> operands =
        Syntax.list(call.arguments(), Expression.class).stream()
            .map(translation.expressions::operand)
            .toList();
    if (row == null) {
      return findings.refuse(
          Code.UNSUPPORTED_CALL,
          call.getName(),
          call.getExpression() == null ? name : findings.text(call.getExpression()) + "." + name,
          Suggestion.of(name, rows.keySet())
              .orElse("Write it with operators and the functions of Tile."));
    }
    Loc loc = findings.loc(call);
    List<Scalar> arguments = converted(row.signature(), operands);
    if (arguments == null) {
      return Term.FAILED;
    }
    boolean isDivision = row.signature() == ScalarTable.Signature.INTEGRAL;
    if (isDivision && arguments.getLast() instanceof Constant divisor && divisor.isZero()) {
      Loc zero = operands.getLast().loc();
      return findings.refuse(Code.DIVISION_BY_ZERO, zero, findings.source(zero));
    }
    return row.emit().of(translation.arithmetic, arguments, loc);
  }

  // Arguments

  private @Nullable List<Scalar> converted(
      ScalarTable.Signature signature, List<Operand> operands) {
    return switch (signature) {
      case SELECT -> selected(operands);
      case SCALED -> scaled(operands);
      case NUMERIC -> toOne(operands, Primitive.INT, Primitive.DOUBLE);
      case INTEGRAL -> toOne(operands, Primitive.INT, Primitive.LONG);
      case FLOATING -> toOne(operands, Primitive.FLOAT, Primitive.DOUBLE);
      case DOUBLE -> toOne(operands, Primitive.DOUBLE, Primitive.DOUBLE);
      case INT -> toOne(operands, Primitive.INT, Primitive.INT);
      case LONG -> toOne(operands, Primitive.LONG, Primitive.LONG);
      case FLOAT -> toOne(operands, Primitive.FLOAT, Primitive.FLOAT);
    };
  }

  /** All operands in the narrowest type from {@code least} to {@code most} that takes them. */
  private @Nullable List<Scalar> toOne(List<Operand> operands, Primitive least, Primitive most) {
    Primitive type = least;
    for (Operand operand : operands) {
      if (operand.term() instanceof Scalar scalar && scalar.type().isNumeric()) {
        Primitive wider = Primitive.promoted(type, scalar.type());
        type = wider.compareTo(most) > 0 ? type : wider;
      }
    }
    List<Scalar> converted = new ArrayList<>();
    for (Operand operand : operands) {
      Scalar scalar = translation.operators.assigned(operand, type);
      if (scalar != null) {
        converted.add(scalar);
      }
    }
    return converted.size() < operands.size() ? null : converted;
  }

  private @Nullable List<Scalar> selected(List<Operand> operands) {
    Scalar condition = translation.operators.truth(operands.get(0));
    if (condition == null
        || !(operands.get(1).term() instanceof Scalar first)
        || !(operands.get(2).term() instanceof Scalar second)) {
      return operands.stream().anyMatch(operand -> operand.term().isFailed()) || condition == null
          ? null
          : mismatch(operands.get(1).term() instanceof Scalar ? operands.get(2) : operands.get(1));
    }
    boolean areTruths = first.type() == Primitive.BOOLEAN && second.type() == Primitive.BOOLEAN;
    if (areTruths) {
      return List.of(condition, first, second);
    }
    List<Scalar> branches = toOne(operands.subList(1, 3), Primitive.INT, Primitive.DOUBLE);
    return branches == null ? null : List.of(condition, branches.get(0), branches.get(1));
  }

  private @Nullable List<Scalar> mismatch(Operand operand) {
    translation.findings.refuse(
        Code.TYPE_MISMATCH,
        operand.loc(),
        Term.describe(operand.term()),
        "a number",
        "Write a number here.");
    return null;
  }

  private @Nullable List<Scalar> scaled(List<Operand> operands) {
    List<Scalar> value = toOne(operands.subList(0, 1), Primitive.FLOAT, Primitive.DOUBLE);
    Scalar exponent = translation.operators.assigned(operands.get(1), Primitive.INT);
    return value == null || exponent == null ? null : List.of(value.getFirst(), exponent);
  }
}
