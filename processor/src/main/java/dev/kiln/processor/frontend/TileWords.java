package dev.kiln.processor.frontend;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import dev.kiln.processor.frontend.TileRules.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.VariableDeclaration;
import org.jspecify.annotations.Nullable;

/** Translates the words that make tiles, work on whole tiles, or run a body many times. */
final class TileWords {
  private final Translation translation;
  private final Findings findings;
  private final Output output;
  private final Expressions expressions;
  private final TileRules rules;
  private final Views views;
  private final CheckWords checks;

  TileWords(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    output = translation.output;
    expressions = translation.expressions;
    rules = new TileRules(findings, translation.dimensions);
    views = new Views(translation);
    checks = new CheckWords(translation);
  }

  /** A call of a word. */
  Term of(Word word, MethodInvocation call) {
    if (!hasArity(word, call)) {
      return Term.FAILED;
    }
    return switch (word) {
      case GRID ->
          findings.refuse(
              Code.GRID_NOT_LAST,
              call.getName(),
              "A second grid",
              "Use parallel or a loop for what one block does, or make a second kernel.");
      case THREADS, SWIZZLE, PERSISTENT ->
          findings.refuse(
              Code.GRID_OPTION,
              call,
              word.text(),
              "stands outside of grid",
              "Write it before the lambda, as in grid(n, " + word.usage() + ", (x) -> { ... }).");
      case SHARED, FRAGMENT, LOCAL -> allocate(word, call);
      case PARALLEL -> parallel(call);
      case PIPELINED, SERIAL, UNROLL -> findings.refuse(Code.LOOP_FORM, call, word.text());
      case COPY -> copy(call);
      case FILL -> fill(call);
      case CLEAR -> clear(call);
      case GEMM -> gemm(call);
      case REDUCE_SUM, REDUCE_MAX, REDUCE_MIN, REDUCE_ABS_MAX -> reduce(word, call);
      case ATOMIC_ADD -> atomicAdd(call);
      case PRINT -> checks.print(call);
      case ASSERT_TRUE -> checks.assertTrue(call);
    };
  }

  /** Whether a call has as many arguments as its word takes, which is reported if not. */
  boolean hasArity(Word word, MethodInvocation call) {
    if (word.takes(call.arguments().size())) {
      return true;
    }
    translation.calls.refuseArguments(call, "Write it as " + word.usage() + ".");
    return false;
  }

  private static List<Expression> arguments(MethodInvocation call) {
    return Syntax.list(call.arguments(), Expression.class);
  }

  /** Whether a word on whole tiles may stand here, which is reported if not. */
  private boolean isInBlock(MethodInvocation call) {
    String word = call.getName().getIdentifier();
    switch (translation.place()) {
      case BLOCK -> {
        return true;
      }
      case PROLOGUE -> findings.refuse(Code.PROLOGUE_NOT_SCALAR, call.getName(), "'" + word + "'");
      case PARALLEL -> findings.refuse(Code.TILE_OP_IN_PARALLEL, call.getName(), word);
    }
    return false;
  }

  // Tiles

  private Term allocate(Word word, MethodInvocation call) {
    List<Expression> arguments = arguments(call);
    Term element = expressions.of(arguments.getFirst());
    List<Integer> extents = new ArrayList<>();
    for (Expression argument : arguments.subList(1, arguments.size())) {
      Integer extent = extent(argument);
      if (extent != null) {
        extents.add(extent);
      }
    }
    int rank = arguments.size() - 1;
    if (rank > Word.LARGEST_RANK) {
      return findings.refuse(
          Code.EXTENT_RANGE, call, "The rank of a tile", rank, "from 1 to " + Word.LARGEST_RANK);
    }
    if (translation.place() == Place.PARALLEL) {
      return findings.refuse(Code.ALLOCATION_PLACE, call.getName(), word.text(), "parallel");
    }
    if (!isInBlock(call) || element.isFailed() || extents.size() < rank) {
      return Term.FAILED;
    }
    if (!(element instanceof Term.Element(DType dtype))) {
      return findings.refuse(
          Code.TYPE_MISMATCH,
          arguments.getFirst(),
          Term.describe(element),
          "an element type",
          "Write it as " + word.usage() + ".");
    }
    Scope scope = word.scope();
    if (scope == null) {
      throw new IllegalStateException(word + " makes no tile");
    }
    Value tile = output.values().value(Type.TileType.of(dtype, new Shape(extents), scope));
    output.add(new TileOp.AllocTile(tile, findings.loc(call)));
    translation.dimensions.make(tile, findings.loc(call));
    return new Buffer(tile, /* isTransposed= */ false, findings.text(call));
  }

  private @Nullable Integer extent(Expression argument) {
    String what = "The extent of a tile";
    Integer extent =
        expressions.constant(
            argument, what, Expressions.CONSTANTS + ", and go over what is larger tile by tile.");
    return extent == null || !isAtLeast(1, extent, what, argument) ? null : extent;
  }

  /** Whether a number is not too small, which is reported if it is. */
  boolean isAtLeast(int least, int number, String what, Expression argument) {
    if (number < least) {
      findings.refuse(Code.EXTENT_RANGE, argument, what, number, "of " + least + " or more");
    }
    return number >= least;
  }

  // Words on whole tiles

  private Term copy(MethodInvocation call) {
    Operand source = expressions.operand(arguments(call).getFirst());
    Operand target = expressions.operand(arguments(call).getLast());
    if (!isInBlock(call) || !rules.copies(source, target, findings.loc(call))) {
      return Term.FAILED;
    }
    Value from = views.of(source);
    Value to = views.of(target);
    output.add(new TileOp.Copy(from, to, findings.loc(call)));
    return Term.NOTHING;
  }

  private Term clear(MethodInvocation call) {
    Operand tile = expressions.operand(arguments(call).getFirst());
    Buffer buffer = isInBlock(call) ? rules.tile("clear", tile, Side.WRITTEN) : null;
    return buffer == null
        ? Term.FAILED
        : filled(
            buffer, Declarations.zero(Primitive.of(buffer.type().element())), findings.loc(call));
  }

  private Term fill(MethodInvocation call) {
    Operand tile = expressions.operand(arguments(call).getFirst());
    Operand value = expressions.operand(arguments(call).getLast());
    Buffer buffer = isInBlock(call) ? rules.tile("fill", tile, Side.WRITTEN) : null;
    if (buffer == null) {
      return Term.FAILED;
    }
    Scalar scalar = translation.operators.assigned(value, Primitive.of(buffer.type().element()));
    return scalar == null ? Term.FAILED : filled(buffer, scalar, findings.loc(call));
  }

  private Term filled(Buffer buffer, Scalar scalar, Loc loc) {
    Value value = translation.arithmetic.value(scalar, loc);
    output.add(new TileOp.Fill(buffer.base(), value, loc));
    return Term.NOTHING;
  }

  private Term gemm(MethodInvocation call) {
    List<Expression> arguments = arguments(call);
    List<Operand> operands = arguments.subList(0, 3).stream().map(expressions::operand).toList();
    var options = GemmOptions.of(arguments.subList(3, arguments.size()), translation);
    if (!isInBlock(call) || options == null) {
      return Term.FAILED;
    }
    Buffer left = rules.matrix("gemm", operands.get(0), Side.READ);
    Buffer right = rules.matrix("gemm", operands.get(1), Side.READ);
    Buffer sum = rules.matrix("gemm", operands.get(2), Side.WRITTEN);
    List<Loc> locs = operands.stream().map(Operand::loc).toList();
    if (left == null
        || right == null
        || sum == null
        || !options.fits(left, right, locs, findings)
        || !rules.multiplies(left, right, sum, locs)) {
      return Term.FAILED;
    }
    Value a = views.of(operands.get(0));
    Value b = views.of(operands.get(1));
    output.add(
        new TileOp.Gemm(
            a, b, sum.base(), options.precision(), options.policy(), findings.loc(call)));
    return Term.NOTHING;
  }

  private Term reduce(Word word, MethodInvocation call) {
    List<Expression> arguments = arguments(call);
    Operand from = expressions.operand(arguments.get(0));
    Operand to = expressions.operand(arguments.get(1));
    Integer axis = expressions.constant(arguments.get(2), "The axis of a reduction");
    Boolean clear = arguments.size() < 4 ? Boolean.TRUE : clear(arguments.get(3));
    if (!isInBlock(call)) {
      return Term.FAILED;
    }
    Buffer source = rules.tile(word.text(), from, Side.READ);
    Buffer target = rules.tile(word.text(), to, Side.WRITTEN);
    if (source == null || target == null || axis == null || clear == null) {
      return Term.FAILED;
    }
    Loc axisLoc = findings.loc(arguments.get(2));
    if (!rules.reduces(word.text(), source, target, to.loc(), axis, axisLoc)) {
      return Term.FAILED;
    }
    // Over one of the swapped dimensions, the result is the same as over the other of the base.
    boolean dropsSwap = axis >= source.rank() - 2;
    Value view = dropsSwap ? source.base() : views.of(from);
    int viewAxis = dropsSwap ? source.baseAxis(axis) : axis;
    Value into = views.of(to);
    var kind = word.reduction();
    if (kind == null) {
      throw new IllegalStateException(word + " is no reduction");
    }
    output.add(new TileOp.Reduce(kind, view, into, viewAxis, clear, findings.loc(call)));
    return Term.NOTHING;
  }

  private @Nullable Boolean clear(Expression argument) {
    Scalar scalar = expressions.truth(argument);
    if (scalar instanceof Constant constant) {
      return constant.isTrue();
    }
    if (scalar != null) {
      expressions.notConstant(argument, "Whether a reduction starts anew", "Write true or false.");
    }
    return null;
  }

  private Term atomicAdd(MethodInvocation call) {
    List<Expression> arguments = arguments(call);
    Operand target = expressions.operand(arguments.getFirst());
    if (translation.place() == Place.PROLOGUE) {
      return findings.refuse(Code.PROLOGUE_NOT_SCALAR, call.getName(), "'atomicAdd'");
    }
    if (!(target.term() instanceof Buffer buffer)) {
      return rules.notABuffer(target);
    }
    if (buffer.type().element() == DType.BOOL) {
      return findings.refuse(
          Code.DTYPE_MISMATCH, target.loc(), "atomicAdd", "bool", "Use an integer tensor.");
    }
    List<Value> indices =
        views.indices(buffer, arguments.subList(1, arguments.size() - 1), findings.loc(call));
    Scalar value = expressions.assigned(arguments.getLast(), Primitive.of(buffer.type().element()));
    if (indices == null || value == null) {
      return Term.FAILED;
    }
    Loc loc = findings.loc(call);
    Value added = translation.arithmetic.value(value, loc);
    output.add(new TileOp.AtomicAdd(buffer.base(), indices, added, loc));
    return Term.NOTHING;
  }

  // Bodies that run many times

  private Term parallel(MethodInvocation call) {
    if (!isInBlock(call)) {
      return Term.FAILED;
    }
    List<Value> extents = extents(call, call.arguments().size() - 1);
    LambdaExpression lambda = lambda(call, call.arguments().size() - 1);
    if (lambda == null) {
      return Term.FAILED;
    }
    translation.locals().enter();
    captureVariables(lambda);
    List<Value> indices = new ArrayList<>();
    Body body = lambdaBody(lambda, Place.PARALLEL, indices);
    translation.locals().leave();
    if (extents != null) {
      output.add(new TileOp.Parallel(indices, extents, body, findings.loc(call)));
    }
    return Term.NOTHING;
  }

  /** Reads the variables that the body uses before it runs; there they cannot change. */
  private void captureVariables(LambdaExpression lambda) {
    var used = Mutations.used(lambda.getBody());
    var assigned = Mutations.assigned(lambda.getBody());
    Loc loc = findings.loc(lambda);
    for (Map.Entry<String, Locals.Variable> entry : translation.locals().variables().entrySet()) {
      String name = entry.getKey();
      if (used.contains(name) && !assigned.contains(name)) {
        Locals.Variable variable = entry.getValue();
        Value value = output.at(loc).read(variable.cell());
        translation.locals().declare(name, new Locals.Fixed(new Computed(variable.type(), value)));
      }
    }
  }

  /** Whether an extent may be the number of turns, which is reported if it never is. */
  boolean isCount(Scalar extent, String what, Expression argument) {
    return !(extent instanceof Constant constant) || isAtLeast(0, constant.asInt(), what, argument);
  }

  /** The first arguments of grid or parallel; null when one failed, which is reported. */
  @Nullable List<Value> extents(MethodInvocation call, int count) {
    List<Value> extents = new ArrayList<>();
    for (Expression argument : arguments(call).subList(0, count)) {
      Scalar extent = expressions.assigned(argument, Primitive.INT);
      String what = "An extent of " + call.getName().getIdentifier();
      if (extent != null && isCount(extent, what, argument)) {
        extents.add(translation.arithmetic.value(extent, findings.loc(argument)));
      }
    }
    return extents.size() < count ? null : extents;
  }

  /** The lambda that a call of grid or parallel ends with; null when it does not fit. */
  @Nullable LambdaExpression lambda(MethodInvocation call, int count) {
    Expression last = Mutations.unwrapped(arguments(call).getLast());
    if (last instanceof LambdaExpression lambda && lambda.parameters().size() == count) {
      return lambda;
    }
    String name = call.getName().getIdentifier();
    findings.refuse(
        Code.LAMBDA_NEEDED,
        last,
        name,
        count,
        name
            + List.of("(m, (i)", "(m, n, (i, j)", "(m, n, o, (i, j, k)").get(count - 1)
            + " -> { ... })");
    return null;
  }

  /** The body of a lambda; {@code indices} gets the values of its parameters. */
  Body lambdaBody(LambdaExpression lambda, Place place, List<Value> indices) {
    List<VariableDeclaration> parameters =
        Syntax.list(lambda.parameters(), VariableDeclaration.class);
    for (VariableDeclaration parameter : parameters) {
      indices.add(output.values().value(Type.I32, parameter.getName().getIdentifier()));
    }
    return output.nested(
        () -> {
          translation.locals().enterLambda();
          for (int i = 0; i < indices.size(); i++) {
            String name = parameters.get(i).getName().getIdentifier();
            translation.statements.bind(
                name,
                new Computed(Primitive.INT, indices.get(i)),
                Mutations.assigns(lambda.getBody(), name),
                findings.loc(parameters.get(i)));
          }
          translation.in(place, () -> translation.loops.apart(() -> fill(lambda)));
          translation.locals().leave();
        });
  }

  private void fill(LambdaExpression lambda) {
    switch (lambda.getBody()) {
      case Block block ->
          translation.statements.method(Syntax.list(block.statements(), Statement.class), null);
      case Expression expression -> expressions.of(expression);
      default -> throw new IllegalStateException("a lambda's body is a block or an expression");
    }
  }
}
