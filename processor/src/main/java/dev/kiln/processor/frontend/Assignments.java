package dev.kiln.processor.frontend;

import static java.util.Map.entry;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.Map;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.SimpleName;
import org.jspecify.annotations.Nullable;

/** Assignments to local variables, also compound ones and steps by one. */
final class Assignments {
  private static final Map<Assignment.Operator, InfixExpression.Operator> COMPOUND =
      Map.ofEntries(
          entry(Assignment.Operator.PLUS_ASSIGN, InfixExpression.Operator.PLUS),
          entry(Assignment.Operator.MINUS_ASSIGN, InfixExpression.Operator.MINUS),
          entry(Assignment.Operator.TIMES_ASSIGN, InfixExpression.Operator.TIMES),
          entry(Assignment.Operator.DIVIDE_ASSIGN, InfixExpression.Operator.DIVIDE),
          entry(Assignment.Operator.REMAINDER_ASSIGN, InfixExpression.Operator.REMAINDER),
          entry(Assignment.Operator.BIT_AND_ASSIGN, InfixExpression.Operator.AND),
          entry(Assignment.Operator.BIT_OR_ASSIGN, InfixExpression.Operator.OR),
          entry(Assignment.Operator.BIT_XOR_ASSIGN, InfixExpression.Operator.XOR),
          entry(Assignment.Operator.LEFT_SHIFT_ASSIGN, InfixExpression.Operator.LEFT_SHIFT),
          entry(
              Assignment.Operator.RIGHT_SHIFT_SIGNED_ASSIGN,
              InfixExpression.Operator.RIGHT_SHIFT_SIGNED),
          entry(
              Assignment.Operator.RIGHT_SHIFT_UNSIGNED_ASSIGN,
              InfixExpression.Operator.RIGHT_SHIFT_UNSIGNED));

  private final Translation translation;
  private final Expressions expressions;

  Assignments(Translation translation, Expressions expressions) {
    this.translation = translation;
    this.expressions = expressions;
  }

  /** {@code x = value} or {@code x op= value}; the term is the value that was assigned. */
  Term assignment(Assignment assignment) {
    Loc loc = translation.findings.loc(assignment);
    Locals.Variable variable = variable(assignment.getLeftHandSide());
    InfixExpression.Operator operator = COMPOUND.get(assignment.getOperator());
    Operand before =
        variable == null || operator == null
            ? null
            : new Operand(
                read(variable, loc), translation.findings.loc(assignment.getLeftHandSide()));
    Operand value = expressions.operand(assignment.getRightHandSide());
    if (variable == null) {
      return Term.FAILED;
    }
    if (operator == null || before == null) {
      return written(variable, translation.operators.assigned(value, variable.type()), loc);
    }
    Term result = translation.operators.infix(operator, before, value, loc);
    return written(variable, narrowed(result, variable.type(), loc), loc);
  }

  /** {@code ++x} and {@code --x}. */
  Term prefix(PrefixExpression step) {
    boolean isUp = step.getOperator() == PrefixExpression.Operator.INCREMENT;
    Loc loc = translation.findings.loc(step);
    Locals.Variable variable = variable(step.getOperand());
    return variable == null ? Term.FAILED : stepped(variable, read(variable, loc), isUp, loc);
  }

  /** {@code x++} and {@code x--}; the term is the value before. */
  Term postfix(PostfixExpression step) {
    boolean isUp = step.getOperator() == PostfixExpression.Operator.INCREMENT;
    Loc loc = translation.findings.loc(step);
    Locals.Variable variable = variable(step.getOperand());
    if (variable == null) {
      return Term.FAILED;
    }
    Scalar before = read(variable, loc);
    return stepped(variable, before, isUp, loc).isFailed() ? Term.FAILED : before;
  }

  private Term stepped(Locals.Variable variable, Scalar before, boolean isUp, Loc loc) {
    Term result =
        translation.operators.infix(
            isUp ? InfixExpression.Operator.PLUS : InfixExpression.Operator.MINUS,
            new Operand(before, loc),
            new Operand(Constant.of(1), loc),
            loc);
    return written(variable, narrowed(result, variable.type(), loc), loc);
  }

  /** The cast that compound assignments imply (JLS 15.26.2). */
  private @Nullable Scalar narrowed(Term result, Primitive type, Loc loc) {
    return translation.operators.cast(new Operand(result, loc), type) instanceof Scalar scalar
        ? scalar
        : null;
  }

  private Scalar read(Locals.Variable variable, Loc loc) {
    return new Computed(variable.type(), translation.output.at(loc).read(variable.cell()));
  }

  private Term written(Locals.Variable variable, @Nullable Scalar value, Loc loc) {
    if (value == null) {
      return Term.FAILED;
    }
    var written = translation.arithmetic.value(value, loc);
    translation.output.at(loc).write(variable.cell(), written);
    return value;
  }

  /** The variable that is assigned; null when it cannot be, which is reported. */
  private Locals.@Nullable Variable variable(Expression target) {
    Findings findings = translation.findings;
    Expression inner = Mutations.unwrapped(target);
    if (!(inner instanceof SimpleName name)) {
      findings.refuse(
          Code.UNSUPPORTED_EXPRESSION,
          inner,
          "An assignment to something that is no local variable",
          "Set an element with set(...), or assign a local variable.");
      return null;
    }
    String identifier = name.getIdentifier();
    return switch (translation.locals().find(identifier)) {
      case Locals.Variable variable when translation.locals().isCaptured(identifier) -> {
        findings.refuse(Code.OUTER_ASSIGNMENT, name, identifier);
        yield null;
      }
      case Locals.Variable variable -> variable;
      case Locals.Fixed fixed -> {
        refuseFixed(name, fixed);
        yield null;
      }
      case null -> {
        refuseGlobal(name);
        yield null;
      }
    };
  }

  private void refuseFixed(SimpleName name, Locals.Fixed fixed) {
    if (fixed.term().isFailed()) {
      return;
    }
    if (fixed.term() instanceof Scalar) {
      translation.findings.refuse(Code.OUTER_ASSIGNMENT, name, name.getIdentifier());
      return;
    }
    translation.findings.refuse(
        Code.UNSUPPORTED_EXPRESSION,
        name,
        "Assigning the variable '" + name.getIdentifier() + "' of a tile again",
        "Copy the elements with copy, or use a second variable.");
  }

  private void refuseGlobal(Name name) {
    Term term = expressions.of(name);
    if (!term.isFailed()) {
      translation.findings.refuse(
          Code.UNSUPPORTED_EXPRESSION,
          name,
          "An assignment to a field",
          "Assign a local variable, or write to a tensor.");
    }
  }
}
