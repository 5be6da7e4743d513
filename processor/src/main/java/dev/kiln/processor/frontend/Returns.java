package dev.kiln.processor.frontend;

import dev.kiln.ir.Body;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.IfStatement;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.ReturnStatement;
import org.eclipse.jdt.core.dom.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Bodies that return, in structured control: what stands behind {@code if (c) return x;} becomes
 * its other branch.
 */
final class Returns {
  private final Translation translation;
  private final @Nullable Primitive type;

  /**
   * For one body.
   *
   * @param type what a returned scalar is assigned to; null when a tile or nothing is returned
   */
  Returns(Translation translation, @Nullable Primitive type) {
    this.translation = translation;
    this.type = type;
  }

  /** A whole body in a scope of its own; the term that it returns. */
  Term body(List<Statement> statements) {
    translation.locals().enter();
    Term term = sequence(statements);
    translation.locals().leave();
    return term;
  }

  private Term sequence(List<Statement> statements) {
    for (int i = 0; i < statements.size() && !translation.output.hasEnded(); i++) {
      Statement statement = statements.get(i);
      List<Statement> rest = statements.subList(i + 1, statements.size());
      switch (statement) {
        case ReturnStatement returned when rest.isEmpty() -> {
          return returned(returned.getExpression());
        }
        case IfStatement branch when returns(branch) && !returnsMidway(branch, rest) -> {
          return branch(branch, rest);
        }
        case Block block when returns(block) -> {
          return body(followed(block, rest));
        }
        default -> translation.statements.statement(statement);
      }
    }
    return Term.NOTHING;
  }

  private Term returned(@Nullable Expression expression) {
    if (expression == null) {
      return Term.NOTHING;
    }
    Term term = translation.expressions.of(expression);
    if (type == null) {
      return term;
    }
    Scalar scalar = translation.statements.assigned(expression, term, type);
    return scalar == null ? Term.FAILED : scalar;
  }

  private Term branch(IfStatement branch, List<Statement> rest) {
    Scalar condition = translation.expressions.truth(branch.getExpression());
    List<Statement> then = followed(branch.getThenStatement(), rest);
    List<Statement> otherwise = followed(branch.getElseStatement(), rest);
    if (condition instanceof Constant constant) {
      return body(constant.isTrue() ? then : otherwise);
    }
    Loc loc = translation.findings.loc(branch);
    if (condition == null) {
      translation.output.aside(() -> body(then));
      translation.output.aside(() -> body(otherwise));
      return Term.FAILED;
    }
    Value test =
        translation.arithmetic.value(condition, translation.findings.loc(branch.getExpression()));
    if (type == null) {
      return branched(test, then, otherwise, loc);
    }
    Value zero = translation.arithmetic.value(Declarations.zero(type), loc);
    Value cell = translation.output.at(loc).cell(zero, "");
    Body first = translation.output.nested(() -> write(body(then), cell, loc));
    Body second = translation.output.nested(() -> write(body(otherwise), cell, loc));
    translation.output.add(new LowOp.If(test, first, second, loc));
    return new Computed(type, translation.output.at(loc).read(cell));
  }

  private Term branched(Value test, List<Statement> then, List<Statement> otherwise, Loc loc) {
    Output.Aside first = translation.output.aside(() -> body(then));
    Output.Aside second = translation.output.aside(() -> body(otherwise));
    translation.output.add(new LowOp.If(test, first.body(), second.body(), loc));
    return first.term() == Term.NOTHING && second.term() == Term.NOTHING
        ? Term.NOTHING
        : refuseTile(loc);
  }

  private Term refuseTile(Loc loc) {
    return translation.findings.refuse(
        Code.UNSUPPORTED_STATEMENT,
        loc,
        "A choice between tiles to return",
        "Return one tile, and choose what to write to it.");
  }

  private void write(Term term, Value cell, Loc loc) {
    if (term instanceof Scalar scalar) {
      Value value = translation.arithmetic.value(scalar, loc);
      translation.output.at(loc).write(cell, value);
    }
  }

  /** The statements of a branch and, unless it returns, those behind the {@code if}. */
  private static List<Statement> followed(@Nullable Statement branch, List<Statement> rest) {
    List<Statement> statements = new ArrayList<>();
    if (branch instanceof Block block) {
      statements.addAll(Statements.contents(block));
    } else if (branch != null) {
      statements.add(branch);
    }
    if (branch == null || !endsInReturn(branch)) {
      statements.addAll(rest);
    }
    return statements;
  }

  /** Whether both branches go on behind the {@code if} although a part of one returns. */
  private static boolean returnsMidway(IfStatement branch, List<Statement> rest) {
    return !rest.isEmpty()
        && !endsInReturn(branch.getThenStatement())
        && (branch.getElseStatement() == null || !endsInReturn(branch.getElseStatement()));
  }

  private static boolean endsInReturn(Statement statement) {
    return switch (statement) {
      case ReturnStatement returned -> true;
      case Block block ->
          !block.statements().isEmpty() && endsInReturn((Statement) block.statements().getLast());
      case IfStatement branch ->
          branch.getElseStatement() != null
              && endsInReturn(branch.getThenStatement())
              && endsInReturn(branch.getElseStatement());
      default -> false;
    };
  }

  private static boolean returns(ASTNode node) {
    boolean[] found = {false};
    node.accept(
        new ASTVisitor() {
          @Override
          public boolean visit(ReturnStatement returned) {
            found[0] = true;
            return false;
          }

          @Override
          public boolean visit(LambdaExpression lambda) {
            return false;
          }
        });
    return found[0];
  }
}
