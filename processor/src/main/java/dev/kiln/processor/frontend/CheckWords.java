package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.TrapReason;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Translates the words that tell the user what a kernel does: {@code print}, {@code assertTrue}.
 */
final class CheckWords {
  private final Translation translation;
  private final Findings findings;
  private final Output output;

  CheckWords(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    output = translation.output;
  }

  Term print(MethodInvocation call) {
    List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
    String label = words(arguments.getFirst(), "print(\"sum\", x)");
    List<Value> values = new ArrayList<>();
    for (Expression argument : arguments.subList(1, arguments.size())) {
      Scalar scalar = printed(argument);
      if (scalar != null) {
        values.add(translation.arithmetic.value(scalar, findings.loc(argument)));
      }
    }
    if (!isInBlock(call) || label == null || values.size() < arguments.size() - 1) {
      return Term.FAILED;
    }
    output.add(new LowOp.Print(label, values, findings.loc(call)));
    return Term.NOTHING;
  }

  private @Nullable Scalar printed(Expression argument) {
    Operand operand = translation.expressions.operand(argument);
    if (operand.term() instanceof Scalar scalar) {
      return scalar;
    }
    if (!operand.term().isFailed()) {
      findings.refuse(
          Code.TYPE_MISMATCH,
          argument,
          Term.describe(operand.term()),
          "a number or truth value",
          "Print elements one by one, as in tile.get(i, j).");
    }
    return null;
  }

  Term assertTrue(MethodInvocation call) {
    List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
    Scalar condition = translation.expressions.truth(arguments.getFirst());
    String message =
        arguments.size() < 2
            ? ""
            : words(arguments.getLast(), "assertTrue(x > 0, \"x is positive\")");
    if (!isInBlock(call) || condition == null || message == null) {
      return Term.FAILED;
    }
    Loc loc = findings.loc(call);
    Value holds = translation.arithmetic.value(condition, loc);
    Value fails = output.at(loc).unary(UnaryOperator.NOT, holds);
    output.add(new LowOp.Trap(fails, TrapReason.ASSERTION, message, loc));
    return Term.NOTHING;
  }

  private boolean isInBlock(MethodInvocation call) {
    if (translation.place() != Place.PROLOGUE) {
      return true;
    }
    String word = "'" + call.getName().getIdentifier() + "'";
    findings.refuse(Code.PROLOGUE_NOT_SCALAR, call.getName(), word);
    return false;
  }

  /** What is written in quotes; null, which is reported, when it is something else. */
  private @Nullable String words(Expression argument, String example) {
    if (argument instanceof StringLiteral literal) {
      return literal.getLiteralValue();
    }
    findings.refuse(Code.LABEL_NOT_LITERAL, argument, findings.text(argument), example);
    return null;
  }
}
