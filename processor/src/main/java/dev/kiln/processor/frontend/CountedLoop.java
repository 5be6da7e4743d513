package dev.kiln.processor.frontend;

import dev.kiln.ir.Effect;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.processor.frontend.Output.Aside;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.Set;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.VariableDeclarationExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import org.jspecify.annotations.Nullable;

/**
 * A {@code for} whose variable goes from {@code lower} up to before {@code upper} by a constant
 * step, and is not assigned in the body. The bound does not change while the loop runs, so it is
 * computed once.
 *
 * @param type int or long
 */
record CountedLoop(String name, Primitive type, Scalar lower, Scalar upper, long step) {

  /** What the header says, as syntax. */
  private record Header(
      VariableDeclarationFragment variable,
      Expression bound,
      boolean includesBound,
      Expression step) {}

  /** The loop, with its bounds appended to the output; null, and nothing done, when it is none. */
  static @Nullable CountedLoop of(ForStatement loop, Translation translation) {
    Header header = header(loop);
    if (header == null) {
      return null;
    }
    String name = header.variable().getName().getIdentifier();
    Primitive type = type(loop);
    Long step = step(header.step(), name, translation);
    if (type == null || step == null || Mutations.assigns(loop.getBody(), name)) {
      return null;
    }
    Loc loc = translation.findings.loc(loop);
    Aside lower = translation.output.aside(() -> assigned(header.variable(), type, translation));
    Aside upper = translation.output.aside(() -> translation.expressions.of(header.bound()));
    boolean fits =
        lower.term() instanceof Scalar
            && upper.term() instanceof Scalar bound
            && bound.type().isIntegral()
            && Primitive.promoted(bound.type(), type) == type
            && !(header.includesBound() && isLargest(bound, type));
    if (!fits || !isSteady(upper, loop)) {
      return null;
    }
    Scalar first = (Scalar) translation.output.splice(lower);
    Scalar bound =
        translation.arithmetic.convert((Scalar) translation.output.splice(upper), type, loc);
    Scalar last = header.includesBound() ? Loops.behind(bound, translation, loc) : bound;
    return new CountedLoop(name, type, first, last, step);
  }

  private static Term assigned(
      VariableDeclarationFragment variable, Primitive type, Translation translation) {
    Scalar scalar = translation.expressions.assigned(variable.getInitializer(), type);
    return scalar == null ? Term.FAILED : scalar;
  }

  private static boolean isLargest(Scalar bound, Primitive type) {
    return bound instanceof Constant constant
        && constant.value() instanceof Number number
        && number.longValue() == (type == Primitive.INT ? Integer.MAX_VALUE : Long.MAX_VALUE);
  }

  /** Whether a bound reads nothing that may change while the loop runs. */
  private static boolean isSteady(Aside bound, ForStatement loop) {
    Set<String> assigned = Mutations.assigned(loop);
    for (Op op : bound.body().ops()) {
      boolean isSteady =
          op instanceof Effect.Pure
              || op instanceof Effect.Traps
              || (op instanceof LowOp.ReadCell read && !assigned.contains(read.cell().hint()));
      if (!isSteady) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Header header(ForStatement loop) {
    if (loop.initializers().size() != 1
        || !(loop.initializers().getFirst() instanceof VariableDeclarationExpression declaration)
        || declaration.fragments().size() != 1
        || !(declaration.fragments().getFirst() instanceof VariableDeclarationFragment variable)
        || variable.getInitializer() == null
        || variable.getExtraDimensions() > 0
        || loop.updaters().size() != 1
        || !(loop.getExpression() instanceof InfixExpression condition)
        || condition.hasExtendedOperands()) {
      return null;
    }
    String name = variable.getName().getIdentifier();
    InfixExpression.Operator operator = condition.getOperator();
    boolean isBelow = operator == InfixExpression.Operator.LESS;
    boolean isUpTo = operator == InfixExpression.Operator.LESS_EQUALS;
    boolean isAbove = operator == InfixExpression.Operator.GREATER;
    boolean isDownTo = operator == InfixExpression.Operator.GREATER_EQUALS;
    Expression step = (Expression) loop.updaters().getFirst();
    if ((isBelow || isUpTo) && isNamed(condition.getLeftOperand(), name)) {
      return new Header(variable, condition.getRightOperand(), isUpTo, step);
    }
    if ((isAbove || isDownTo) && isNamed(condition.getRightOperand(), name)) {
      return new Header(variable, condition.getLeftOperand(), isDownTo, step);
    }
    return null;
  }

  private static boolean isNamed(Expression expression, String name) {
    return Mutations.unwrapped(expression) instanceof SimpleName simple
        && simple.getIdentifier().equals(name);
  }

  private static @Nullable Primitive type(ForStatement loop) {
    var declaration = (VariableDeclarationExpression) loop.initializers().getFirst();
    if (!(declaration.getType() instanceof PrimitiveType written)) {
      return null;
    }
    Primitive type = Declarations.primitive(written);
    return type == Primitive.INT || type == Primitive.LONG ? type : null;
  }

  /**
   * The constant by which {@code update} adds to the variable; null when it does something else.
   */
  private static @Nullable Long step(Expression update, String name, Translation translation) {
    return switch (update) {
      case PostfixExpression postfix
          when postfix.getOperator() == PostfixExpression.Operator.INCREMENT
              && isNamed(postfix.getOperand(), name) ->
          1L;
      case PrefixExpression prefix
          when prefix.getOperator() == PrefixExpression.Operator.INCREMENT
              && isNamed(prefix.getOperand(), name) ->
          1L;
      case Assignment assignment
          when assignment.getOperator() == Assignment.Operator.PLUS_ASSIGN
              && isNamed(assignment.getLeftHandSide(), name) ->
          positive(assignment.getRightHandSide(), translation);
      default -> null;
    };
  }

  private static @Nullable Long positive(Expression expression, Translation translation) {
    Term term = translation.output.aside(() -> translation.expressions.of(expression)).term();
    return term instanceof Constant constant
            && constant.type().isIntegral()
            && constant.value() instanceof Number number
            && number.longValue() > 0
        ? number.longValue()
        : null;
  }
}
