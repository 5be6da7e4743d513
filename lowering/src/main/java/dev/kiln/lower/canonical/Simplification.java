package dev.kiln.lower.canonical;

import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One round of {@link Simplify} over one kernel. */
final class Simplification {
  private final Values values;
  private final Ranges ranges;
  private final Algebra algebra;
  private final Kernel kernel;
  private final Map<Integer, Value> renamed = new HashMap<>();
  private final Map<Integer, Op> definitions = new HashMap<>();
  private CodeScope scope = new CodeScope(null, false);

  private Simplification(Kernel kernel) {
    this.kernel = kernel;
    this.values = Values.after(kernel);
    this.ranges = Ranges.of(kernel);
    this.algebra = new Algebra(ranges, new Emission());
  }

  /** The body of {@code kernel} in short, unused code still in it. */
  static Body of(Kernel kernel) {
    return new Simplification(kernel).top(kernel.body());
  }

  /** Where the algebra's results go: to their home, shared with equal ones. */
  private final class Emission implements Algebra.Emitter {
    @Override
    public Value emit(LowOp op) {
      return pure(op);
    }

    @Override
    public @Nullable Op definition(Value value) {
      return definitions.get(value.id());
    }

    @Override
    public Value fresh(Type type) {
      return values.value(type);
    }
  }

  private Body top(Body body) {
    visit(body);
    return scope.body(body);
  }

  private Value now(Value value) {
    Value current = value;
    for (Value next = renamed.get(current.id()); next != null; next = renamed.get(current.id())) {
      current = next;
    }
    return current;
  }

  private void visit(Body body) {
    for (Op op : body.ops()) {
      if (scope.isLeft()) {
        return;
      }
      visit(op);
    }
  }

  private void visit(Op old) {
    Op op = old instanceof LowOp.While ? old : Ops.mapOperands(old, this::now);
    switch (op) {
      case LowOp.If branch -> branch(branch);
      case LowOp.For loop -> loop(loop);
      case LowOp.While loop -> loop(loop);
      case LowOp.Grid grid ->
          add(Ops.mapBodies(grid, body -> nested(body, false, Ops.arguments(grid))));
      case LowOp.Part part ->
          add(Ops.mapBodies(part, body -> nested(body, false, Ops.arguments(part))));
      case TileOp.Parallel loop ->
          add(Ops.mapBodies(loop, body -> nested(body, true, Ops.arguments(loop))));
      case TileOp.Pipelined loop -> {
        scope.contents().forgetWrites(loop);
        add(Ops.mapBodies(loop, body -> nested(body, true, Ops.arguments(loop))));
      }
      case LowOp.DeclareCell declare -> {
        add(declare);
        scope.contents().hold(declare.cell(), declare.initial());
      }
      case LowOp.WriteCell write -> write(write);
      case LowOp.ReadCell read -> read(read);
      case LowOp.Trap trap -> trap(trap);
      case LowOp.Dim dim -> replace(dim.result(), pure(canonical(dim)));
      case LowOp low when low instanceof Effect.Pure ->
          replace(Ops.results(op).getFirst(), pure(low));
      case LowOp _, TileOp _ -> add(op);
    }
  }

  private void replace(Value old, Value by) {
    if (!by.equals(old)) {
      renamed.put(old.id(), by);
    }
  }

  private void add(Op op) {
    scope.add(op);
    Ops.results(op).forEach(value -> definitions.put(value.id(), op));
  }

  // Pure code

  private Value pure(LowOp op) {
    Value simpler = algebra.simplify(op);
    if (simpler != null) {
      return simpler;
    }
    Value result = Ops.results(op).getFirst();
    CodeScope home = scope.home(Ops.operands(op));
    List<Object> key = key(op, result.type());
    Value known = home.computed(key);
    if (known != null) {
      return known;
    }
    home.add(op);
    home.compute(key, result);
    definitions.put(result.id(), op);
    return result;
  }

  /** Equal for two operations that give the same. */
  private static List<Object> key(LowOp op, Type type) {
    var key = new ArrayList<Object>();
    key.add(op.getClass());
    key.add(type);
    OpShape shape = OpShape.of(op);
    for (OpShape.Component component : shape.components()) {
      switch (component.role()) {
        case OPERAND, ATTRIBUTE -> key.add(identity(shape.read(op, component)));
        case RESULT, ARGUMENT, BODY, LOC -> {}
      }
    }
    return key;
  }

  private static Object identity(@Nullable Object part) {
    return switch (part) {
      case null -> "";
      case Value value -> value.id();
      default -> part;
    };
  }

  /** Dimensions of one name are equal: the first parameter that has the name answers for all. */
  private LowOp.Dim canonical(LowOp.Dim dim) {
    String name = kernel.dimName(dim.tensor(), dim.axis());
    for (Param param : kernel.params()) {
      int axis = name.isEmpty() ? -1 : param.dims().indexOf(name);
      if (axis >= 0) {
        boolean isSame = param.value().equals(dim.tensor()) && axis == dim.axis();
        return isSame ? dim : new LowOp.Dim(dim.result(), param.value(), axis, dim.loc());
      }
    }
    return dim;
  }

  // Cells

  private void write(LowOp.WriteCell write) {
    if (write.value().equals(scope.contents().of(write.cell()))) {
      return;
    }
    add(write);
    scope.contents().hold(write.cell(), write.value());
  }

  private void read(LowOp.ReadCell read) {
    Value content = scope.contents().of(read.cell());
    if (content != null) {
      replace(read.result(), content);
    } else {
      add(read);
      scope.contents().hold(read.cell(), read.result());
    }
  }

  // Control

  private Body nested(Body body, boolean isLoop, List<Value> arguments) {
    CodeScope outer = scope;
    scope = new CodeScope(outer, isLoop);
    arguments.forEach(scope::define);
    visit(body);
    Body done = scope.body(body);
    scope = outer;
    return done;
  }

  private void trap(LowOp.Trap trap) {
    Literal condition = algebra.literal(trap.condition());
    if (condition == null || condition.asBoolean()) {
      add(trap);
    }
  }

  private void branch(LowOp.If branch) {
    Literal condition = algebra.literal(branch.condition());
    if (condition != null) {
      Body taken = condition.asBoolean() ? branch.then() : branch.otherwise();
      visit(taken);
      return;
    }
    Op done = Ops.mapBodies(branch, body -> nested(body, false, List.of()));
    scope.contents().forgetWrites(branch);
    add(done instanceof LowOp.If made && made.then().isEmpty() ? inverted(made) : done);
  }

  private LowOp.If inverted(LowOp.If branch) {
    Value condition = values.like(branch.condition());
    var not = new LowOp.Unary(condition, UnaryOperator.NOT, branch.condition(), branch.loc());
    return new LowOp.If(pure(not), branch.otherwise(), Body.EMPTY, branch.loc());
  }

  private void loop(LowOp.For loop) {
    Interval lower = range(loop.lower());
    Interval upper = range(loop.upper());
    if (lower.low() >= upper.high()) {
      return;
    }
    boolean runsOnce =
        lower.high() < upper.low()
            && lower.plus(Interval.point(loop.step())).low() >= upper.high()
            && !jumps(loop.body());
    if (runsOnce) {
      renamed.put(loop.index().id(), loop.lower());
      visit(loop.body());
      return;
    }
    scope.contents().forgetWrites(loop);
    add(Ops.mapBodies(loop, body -> nested(body, true, List.of(loop.index()))));
  }

  private void loop(LowOp.While loop) {
    scope.contents().forgetWrites(loop);
    Op inner = Ops.mapBodies(loop, body -> nested(body, true, List.of()));
    add(Ops.mapOperands(inner, this::now));
  }

  private Interval range(Value value) {
    Literal literal = algebra.literal(value);
    return literal != null ? Interval.point(literal.bits()) : ranges.of(value);
  }

  /** Whether {@code body} may leave the loop around it. */
  private static boolean jumps(Body body) {
    return body.ops().stream()
        .anyMatch(
            op ->
                op instanceof LowOp.Break
                    || op instanceof LowOp.Continue
                    || (op instanceof LowOp.If branch
                        && (jumps(branch.then()) || jumps(branch.otherwise()))));
  }
}
