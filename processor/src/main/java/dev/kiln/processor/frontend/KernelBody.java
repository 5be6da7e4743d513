package dev.kiln.processor.frontend;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.DimsDecl;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.ParameterDecl;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Computed;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.EmptyStatement;
import org.eclipse.jdt.core.dom.ExpressionStatement;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.ReturnStatement;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.VariableDeclarationStatement;
import org.jspecify.annotations.Nullable;

/** The frame of a kernel: its parameters, the prologue, and the grid that ends it. */
final class KernelBody {
  private final Translation translation;
  private final KernelDecl kernel;
  private final VariantDecl variant;
  private final List<ParameterDecl.Tensor> ofUnknownRank = new ArrayList<>();

  KernelBody(Translation translation, VariantDecl variant) {
    this.translation = translation;
    this.kernel = translation.kernel;
    this.variant = variant;
  }

  /** The kernel; null when mistakes were reported. */
  @Nullable Kernel translate() {
    List<Param> params = new ArrayList<>();
    for (ParameterDecl parameter : kernel.parameters()) {
      declare(parameter, params);
    }
    Block block = kernel.method().getBody();
    Body body = translation.output.nested(() -> statements(Statements.contents(block)));
    if (!translation.findings.any()) {
      // Where something else is wrong, the use that would tell a rank may be what is wrong.
      ofUnknownRank.forEach(
          tensor -> translation.findings.refuse(Code.RANK_UNKNOWN, tensor.loc(), tensor.name()));
    }
    if (translation.findings.any()) {
      return null;
    }
    Loc loc = translation.findings.loc(kernel.method().getName());
    return new Kernel(kernel.owner() + "." + kernel.name(), params, body, loc);
  }

  // Parameters

  private void declare(ParameterDecl parameter, List<Param> params) {
    String name = parameter.name();
    Term term =
        switch (parameter) {
          case ParameterDecl.Constant constant -> constant(constant);
          case ParameterDecl.Scalar scalar -> {
            Value value =
                translation.output.values().value(new Type.ScalarType(scalar.type()), name);
            params.add(new Param(name, value, List.of(), parameter.loc()));
            yield new Computed(Primitive.of(scalar.type()), value);
          }
          case ParameterDecl.Tensor tensor -> tensor(tensor, params);
        };
    if (Mutations.assigns(kernel.method().getBody(), name)) {
      translation.findings.refuse(
          Code.PROLOGUE_NOT_SCALAR, parameter.loc(), "A parameter that is assigned again");
    }
    translation.locals().declare(name, new Locals.Fixed(term));
  }

  private Term constant(ParameterDecl.Constant constant) {
    Literal value = variant.constants().get(constant.name());
    if (value == null) {
      throw new IllegalStateException("no value for " + constant.name() + " in " + variant);
    }
    return Folding.of(Primitive.of(constant.type()), value);
  }

  private Term tensor(ParameterDecl.Tensor tensor, List<Param> params) {
    DimsDecl dims = tensor.dims();
    if (dims != null && dims.rank() == 0) {
      return Term.FAILED; // an empty @Dims, which is reported
    }
    OptionalInt rank =
        dims == null
            ? Ranks.of(tensor.name(), kernel.method().getBody())
            : OptionalInt.of(dims.rank());
    if (rank.isEmpty()) {
      ofUnknownRank.add(tensor);
      return Term.FAILED;
    }
    Value value =
        translation
            .output
            .values()
            .value(new Type.TensorType(tensor.element(), rank.getAsInt()), tensor.name());
    List<String> names = dims == null ? List.of() : dims.texts();
    params.add(new Param(tensor.name(), value, names, tensor.loc()));
    if (dims != null) {
      translation.dimensions.declare(value, dims);
    }
    return new Buffer(value, /* isTransposed= */ false, tensor.name());
  }

  // Body

  private void statements(List<Statement> statements) {
    if (statements.stream().allMatch(statement -> grid(statement) == null)) {
      refuseWithoutGrid(statements);
      return;
    }
    for (int i = 0; i < statements.size(); i++) {
      MethodInvocation grid = grid(statements.get(i));
      if (grid != null) {
        grid(grid);
        refuseBehind(statements.subList(i + 1, statements.size()));
        return;
      }
      prologue(statements.get(i));
    }
  }

  /** Says that the grid is misspelt, stands within another statement, or is not there at all. */
  private void refuseWithoutGrid(List<Statement> statements) {
    for (Statement statement : statements) {
      if (statement instanceof ExpressionStatement expression
          && expression.getExpression() instanceof MethodInvocation call
          && translation.calls.isUnknown(call)) {
        translation.calls.of(call);
      }
      refuseGridWithin(statement);
    }
    if (!translation.findings.any()) {
      translation.findings.refuse(Code.GRID_MISSING, kernel.method().getName(), kernel.name());
    }
  }

  private void refuseGridWithin(Statement statement) {
    statement.accept(
        new ASTVisitor() {
          @Override
          public boolean visit(MethodInvocation call) {
            boolean isGrid = translation.calls.word(call) == Word.GRID;
            if (isGrid) {
              translation.findings.refuse(
                  Code.GRID_NOT_LAST,
                  call.getName(),
                  "grid within another statement",
                  "Make it a statement of its own at the end of the kernel, and put conditions"
                      + " and loops into its body.");
            }
            return !isGrid;
          }
        });
  }

  private @Nullable MethodInvocation grid(Statement statement) {
    return statement instanceof ExpressionStatement expression
            && expression.getExpression() instanceof MethodInvocation call
            && translation.calls.word(call) == Word.GRID
        ? call
        : null;
  }

  private void grid(MethodInvocation call) {
    if (!translation.words.hasArity(Word.GRID, call)) {
      return;
    }
    GridOptions options = GridOptions.of(call, translation);
    int rank = options.rank();
    if (rank < 1 || rank > Word.LARGEST_RANK) {
      translation.calls.refuseArguments(call, "Write it as " + Word.GRID.usage() + ".");
      return;
    }
    List<Value> extents = translation.words.extents(call, rank);
    LambdaExpression lambda = translation.words.lambda(call, rank);
    if (lambda == null) {
      return;
    }
    List<Value> blocks = new ArrayList<>();
    Body body = translation.words.lambdaBody(lambda, Place.BLOCK, blocks);
    if (extents != null) {
      Loc loc = translation.findings.loc(call);
      translation.output.add(
          new LowOp.Grid(
              blocks,
              extents,
              options.threads(),
              /* threads= */ 1,
              options.neighbours(),
              options.isPersistent(),
              body,
              loc));
    }
  }

  private void refuseBehind(List<Statement> statements) {
    for (Statement statement : statements) {
      boolean isNothing =
          statement instanceof EmptyStatement || statement instanceof ReturnStatement;
      if (!isNothing) {
        translation.findings.refuse(
            Code.GRID_NOT_LAST,
            statement,
            "A statement behind grid",
            "Move it before grid or into its body, or make a second kernel.");
        return;
      }
    }
  }

  private void prologue(Statement statement) {
    switch (statement) {
      case VariableDeclarationStatement declaration ->
          translation.statements.statement(declaration);
      case EmptyStatement nothing -> {}
      case ExpressionStatement expression ->
          refusePrologue(
              statement, "'" + translation.findings.text(expression.getExpression()) + "'");
      default -> refusePrologue(statement, "This statement");
    }
  }

  private void refusePrologue(Statement statement, String what) {
    translation.findings.refuse(Code.PROLOGUE_NOT_SCALAR, statement, what);
  }
}
