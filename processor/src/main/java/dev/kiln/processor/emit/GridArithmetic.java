package dev.kiln.processor.emit;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.NameAllocator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * The prologue of a kernel as Java statements that compute the extents of its grid.
 *
 * <p>Only what the extents depend on is written. A value that is used once stands in its use; the
 * others get the user's names. Divisors need no check: Java's division throws by itself.
 */
final class GridArithmetic {
  private final Map<Integer, CodeBlock> written = new HashMap<>();
  private final Map<Integer, Op> pure = new HashMap<>();
  private final Map<Integer, Integer> uses = new HashMap<>();
  private final Set<Integer> needed = new HashSet<>();
  private final JavaExpressions expressions = new JavaExpressions(this::operand);
  private final Deque<String> continues = new ArrayDeque<>();
  private final NameAllocator names;
  private boolean usesCells;

  private GridArithmetic(NameAllocator names) {
    this.names = names;
  }

  /**
   * Statements that assign the extents.
   *
   * @param parameters the launcher's parameters, by parameter name of the kernel
   * @param names those taken in the launcher
   * @param extents variables to assign, x first; those without an extent are set to 1
   */
  static CodeBlock write(
      Kernel kernel, Map<String, String> parameters, NameAllocator names, List<String> extents) {
    GridArithmetic arithmetic = new GridArithmetic(names.clone());
    for (Param param : kernel.params()) {
      arithmetic.written.put(param.value().id(), CodeBlock.of("$L", parameters.get(param.name())));
    }
    return arithmetic.write(kernel.body(), extents);
  }

  private CodeBlock write(Body body, List<String> extents) {
    LowOp.Grid grid = (LowOp.Grid) body.ops().getLast();
    List<Op> prologue = body.ops().subList(0, body.ops().size() - 1);
    findNeeded(prologue, grid.extents());
    CodeBlock.Builder code = CodeBlock.builder();
    prologue.forEach(op -> statement(op, code));
    for (int i = 0; i < extents.size(); i++) {
      CodeBlock extent =
          i < grid.extents().size() ? whole(grid.extents().get(i)) : CodeBlock.of("1");
      code.addStatement("$L = $L", extents.get(i), extent);
    }
    return code.build();
  }

  /** Marks what the extents depend on; with one variable among it, all that may assign one. */
  private void findNeeded(List<Op> prologue, List<Value> extents) {
    List<Op> all = new ArrayList<>();
    Ops.walk(new Body(prologue), all::add);
    markNeeded(all, extents);
    usesCells =
        all.stream()
            .anyMatch(
                op -> op instanceof LowOp.ReadCell read && needed.contains(read.result().id()));
    if (usesCells) {
      List<Op> effects = all.stream().filter(GridArithmetic::isEffect).toList();
      markNeeded(all, effects.stream().flatMap(op -> Ops.operands(op).stream()).toList());
    }
    extents.forEach(this::use);
    for (Op op : all) {
      if (isNeeded(op) || (usesCells && isEffect(op))) {
        Ops.operands(op).forEach(this::use);
      }
    }
  }

  private void markNeeded(List<Op> all, List<Value> roots) {
    roots.forEach(root -> needed.add(root.id()));
    for (Op op : all.reversed()) {
      if (op instanceof Effect.Pure) {
        Ops.results(op).forEach(result -> pure.put(result.id(), op));
        if (isNeeded(op)) {
          Ops.operands(op).forEach(operand -> needed.add(operand.id()));
        }
      }
    }
  }

  private boolean isNeeded(Op op) {
    return op instanceof Effect.Pure
        && Ops.results(op).stream().anyMatch(result -> needed.contains(result.id()));
  }

  private static boolean isEffect(Op op) {
    return !(op instanceof Effect.Pure) && !(op instanceof LowOp.Trap);
  }

  private void use(Value value) {
    uses.merge(value.id(), 1, Integer::sum);
  }

  private void statements(Body body, CodeBlock.Builder code) {
    body.ops().forEach(op -> statement(op, code));
  }

  private void statement(Op op, CodeBlock.Builder code) {
    if (op instanceof Effect.Pure) {
      Ops.results(op).stream()
          .filter(result -> needed.contains(result.id()) && !isInlined(result))
          .forEach(result -> declare(result, expressions.of(op), code));
    } else if (usesCells) {
      effect(op, code);
    }
  }

  private void effect(Op op, CodeBlock.Builder code) {
    if (op instanceof LowOp.DeclareCell declare) {
      declareCell(declare, code);
    } else if (op instanceof LowOp.ReadCell read) {
      declare(read.result(), expressions.of(read), code);
    } else if (op instanceof LowOp.WriteCell write) {
      code.addStatement("$L = $L", operand(write.cell()), whole(write.value()));
    } else if (op instanceof LowOp.If branch) {
      code.beginControlFlow("if ($L)", whole(branch.condition()));
      statements(branch.then(), code);
      code.nextControlFlow("else");
      statements(branch.otherwise(), code);
      code.endControlFlow();
    } else if (op instanceof LowOp.For loop) {
      counted(loop, code);
    } else if (op instanceof LowOp.While loop) {
      repeated(loop, code);
    } else if (op instanceof LowOp.Break) {
      code.addStatement("break");
    } else if (op instanceof LowOp.Continue) {
      code.addStatement(continues.getFirst());
    } else if (!(op instanceof LowOp.Trap)) {
      throw new IllegalStateException("no statement before a grid: " + op);
    }
  }

  private void declareCell(LowOp.DeclareCell declare, CodeBlock.Builder code) {
    String name = name(declare.cell());
    code.addStatement(
        "$L $L = $L",
        JavaExpressions.javaType(declare.initial().dtype()),
        name,
        whole(declare.initial()));
    written.put(declare.cell().id(), CodeBlock.of("$L", name));
  }

  private void counted(LowOp.For loop, CodeBlock.Builder code) {
    String index = name(loop.index());
    written.put(loop.index().id(), CodeBlock.of("$L", index));
    code.beginControlFlow(
        "for ($1L $2L = $3L; $2L < $4L; $2L += $5L)",
        JavaExpressions.javaType(loop.index().dtype()),
        index,
        whole(loop.lower()),
        operand(loop.upper()),
        loop.step());
    continues.push("continue");
    statements(loop.body(), code);
    continues.pop();
    code.endControlFlow();
  }

  /** A labelled block around the body, which {@code continue} leaves, so that the update runs. */
  private void repeated(LowOp.While loop, CodeBlock.Builder code) {
    code.beginControlFlow("while (true)");
    statements(loop.condition(), code);
    code.beginControlFlow("if (!$L)", operand(loop.test())).addStatement("break").endControlFlow();
    String label = names.newName("body");
    code.beginControlFlow("$L:", label);
    continues.push("break " + label);
    statements(loop.body(), code);
    continues.pop();
    code.endControlFlow();
    statements(loop.update(), code);
    code.endControlFlow();
  }

  private void declare(Value value, CodeBlock expression, CodeBlock.Builder code) {
    String name = name(value);
    code.addStatement("$L $L = $L", JavaExpressions.javaType(value.dtype()), name, expression);
    written.put(value.id(), CodeBlock.of("$L", name));
  }

  private String name(Value value) {
    String wish = SourceVersion.isName(value.hint()) ? value.hint() : "v" + value.id();
    return names.newName(wish, value.id());
  }

  private boolean isInlined(Value value) {
    return pure.get(value.id()) instanceof LowOp.Constant || uses.getOrDefault(value.id(), 0) == 1;
  }

  /** A value as an operand of another expression. */
  private CodeBlock operand(Value value) {
    CodeBlock name = written.get(value.id());
    if (name != null) {
      return name;
    }
    CodeBlock expression = whole(value);
    boolean isSimple = expression.toString().matches("[\\w.]+(\\([\\w., ]*\\))?");
    return isSimple ? expression : CodeBlock.of("($L)", expression);
  }

  /** A value as a whole expression. */
  private CodeBlock whole(Value value) {
    CodeBlock name = written.get(value.id());
    if (name != null) {
      return name;
    }
    Op op = pure.get(value.id());
    if (op == null) {
      throw new IllegalStateException("nothing before the grid defines " + value);
    }
    return expressions.of(op);
  }
}
