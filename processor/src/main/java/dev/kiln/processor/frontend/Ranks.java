package dev.kiln.processor.frontend;

import dev.kiln.processor.decl.Syntax;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.SimpleName;
import org.jspecify.annotations.Nullable;

/**
 * The rank of a tensor parameter without {@code @Dims}, told from its uses: element accesses name
 * all dimensions; regions and sizes show that there are at least so many, and the largest is taken.
 */
final class Ranks {
  private Ranks() {}

  /** The rank of {@code name} within {@code body}; empty when nothing shows it. */
  static OptionalInt of(String name, ASTNode body) {
    Uses uses = new Uses(name);
    body.accept(uses);
    int rank = uses.exact > 0 ? uses.exact : uses.least;
    return rank == 0 ? OptionalInt.empty() : OptionalInt.of(rank);
  }

  private static final class Uses extends ASTVisitor {
    private final String name;
    private int exact;
    private int least;

    Uses(String name) {
      this.name = name;
    }

    @Override
    public boolean visit(MethodInvocation call) {
      List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
      String method = call.getName().getIdentifier();
      if (isTensor(call.getExpression())) {
        switch (method) {
          case "get" -> sees(arguments.size());
          case "set" -> sees(arguments.size() - 1);
          case "at" -> least = Math.max(least, arguments.size());
          case "dim" -> least = Math.max(least, axis(arguments) + 1);
          case "t" -> least = Math.max(least, 2);
          default -> {}
        }
      } else if (method.equals("atomicAdd")
          && !arguments.isEmpty()
          && isTensor(arguments.getFirst())) {
        sees(arguments.size() - 2);
      }
      return true;
    }

    private void sees(int rank) {
      exact = exact > 0 ? exact : Math.max(rank, 0);
    }

    private static int axis(List<Expression> arguments) {
      boolean isLiteral = arguments.size() == 1 && arguments.getFirst() instanceof NumberLiteral;
      return isLiteral
              && Literals.number(((NumberLiteral) arguments.getFirst()).getToken())
                  instanceof Term.Constant constant
          ? constant.asInt()
          : 0;
    }

    /** Whether an expression is the tensor or a transposed view of it. */
    private boolean isTensor(@Nullable Expression expression) {
      return switch (expression) {
        case SimpleName simple -> simple.getIdentifier().equals(name);
        case MethodInvocation call ->
            call.getName().getIdentifier().equals("t") && isTensor(call.getExpression());
        case null, default -> false;
      };
    }
  }
}
