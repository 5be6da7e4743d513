package dev.kiln.processor.frontend;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.VariableDeclaration;

/**
 * Which names a piece of syntax assigns and which it uses. Names are enough: where a local variable
 * is in scope, Java lets no other have its name.
 */
final class Mutations {
  private Mutations() {}

  /** Whether {@code name} is assigned anywhere within {@code node}. */
  static boolean assigns(ASTNode node, String name) {
    return assigned(node).contains(name);
  }

  /** Whether a variable is assigned within {@code scope}, which it is declared in. */
  static boolean assigns(ASTNode scope, VariableDeclaration variable) {
    return assigned(scope, variable.getStartPosition())
        .contains(variable.getName().getIdentifier());
  }

  /** The simple names that are assigned anywhere within {@code node}. */
  static Set<String> assigned(ASTNode node) {
    return assigned(node, 0);
  }

  /** As above, leaving out what stands before an offset, where a name may mean something else. */
  private static Set<String> assigned(ASTNode node, int from) {
    Set<String> names = new HashSet<>();
    node.accept(
        new ASTVisitor() {
          @Override
          public boolean visit(Assignment assignment) {
            add(assignment.getLeftHandSide());
            return true;
          }

          @Override
          public boolean visit(PostfixExpression postfix) {
            add(postfix.getOperand());
            return true;
          }

          @Override
          public boolean visit(PrefixExpression prefix) {
            if (isStep(prefix)) {
              add(prefix.getOperand());
            }
            return true;
          }

          private void add(Expression target) {
            if (unwrapped(target) instanceof SimpleName name && name.getStartPosition() >= from) {
              names.add(name.getIdentifier());
            }
          }
        });
    return names;
  }

  /** The simple names that occur anywhere within {@code node}. */
  static Set<String> used(ASTNode node) {
    Set<String> names = new HashSet<>();
    node.accept(
        new ASTVisitor() {
          @Override
          public boolean visit(SimpleName name) {
            names.add(name.getIdentifier());
            return false;
          }
        });
    return names;
  }

  /** Whether this is {@code ++x} or {@code --x}. */
  static boolean isStep(PrefixExpression prefix) {
    return prefix.getOperator() == PrefixExpression.Operator.INCREMENT
        || prefix.getOperator() == PrefixExpression.Operator.DECREMENT;
  }

  /** The expression without the parentheses around it. */
  static Expression unwrapped(Expression expression) {
    Expression inner = expression;
    while (inner instanceof ParenthesizedExpression parenthesized) {
      inner = parenthesized.getExpression();
    }
    return inner;
  }
}
