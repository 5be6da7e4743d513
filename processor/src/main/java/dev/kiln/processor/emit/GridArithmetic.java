package dev.kiln.processor.emit;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.NameAllocator;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.SourceVersion;

/**
 * The prologue of a kernel as Java statements that compute the extents of its grid.
 *
 * <p>Only what the extents depend on is written. A value that is used once stands in its use; the
 * others get the user's names. Traps are left out: Java's division throws by itself.
 */
final class GridArithmetic {
  private final Map<Integer, CodeBlock> written = new HashMap<>();
  private final Map<Integer, Op> definitions = new HashMap<>();
  private final Map<Integer, Integer> uses = new HashMap<>();
  private final JavaExpressions expressions = new JavaExpressions(this::operand);
  private final NameAllocator names;

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
    return arithmetic.write(kernel.body().ops(), extents);
  }

  private CodeBlock write(List<Op> ops, List<String> extents) {
    LowOp.Grid grid = (LowOp.Grid) ops.getLast();
    List<Op> prologue = ops.stream().filter(Effect.Pure.class::isInstance).toList();
    prologue.forEach(op -> definitions.put(Ops.results(op).getFirst().id(), op));
    countUses(prologue, grid.extents());
    CodeBlock.Builder code = CodeBlock.builder();
    for (Op op : prologue) {
      Value result = Ops.results(op).getFirst();
      if (uses.getOrDefault(result.id(), 0) > 1 && !(op instanceof LowOp.Constant)) {
        declare(result, code);
      }
    }
    for (int i = 0; i < extents.size(); i++) {
      CodeBlock extent =
          i < grid.extents().size() ? whole(grid.extents().get(i)) : CodeBlock.of("1");
      code.addStatement("$L = $L", extents.get(i), extent);
    }
    return code.build();
  }

  /** Counts uses by the extents and by what they depend on; the rest of the prologue has none. */
  private void countUses(List<Op> prologue, List<Value> extents) {
    extents.forEach(extent -> uses.merge(extent.id(), 1, Integer::sum));
    for (Op op : prologue.reversed()) {
      if (uses.containsKey(Ops.results(op).getFirst().id())) {
        operands(op).forEach(operand -> uses.merge(operand.id(), 1, Integer::sum));
      }
    }
  }

  private List<Value> operands(Op op) {
    CeilingDivision division = CeilingDivision.of(op, definitions);
    return division == null ? Ops.operands(op) : List.of(division.dividend(), division.divisor());
  }

  private void declare(Value value, CodeBlock.Builder code) {
    CodeBlock expression = whole(value);
    String wish = SourceVersion.isName(value.hint()) ? value.hint() : "v" + value.id();
    String name = names.newName(wish, value.id());
    code.addStatement("$L $L = $L", JavaExpressions.javaType(value.dtype()), name, expression);
    written.put(value.id(), CodeBlock.of("$L", name));
  }

  /** A value as an operand of another expression. */
  private CodeBlock operand(Value value) {
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
    Op definition = definitions.get(value.id());
    if (definition == null) {
      throw new IllegalStateException("nothing before the grid defines " + value);
    }
    CeilingDivision division = CeilingDivision.of(definition, definitions);
    return division == null
        ? expressions.of(definition)
        : CodeBlock.of(
            "$T.ceilDiv($L, $L)",
            Math.class,
            operand(division.dividend()),
            operand(division.divisor()));
  }
}
