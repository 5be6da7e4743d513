package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes the body of a parallel loop for a group of lanes.
 *
 * <pre>
 * if (x[i] > 0) y[i] = sqrt(x[i]);   =>   %c = compare gt %x, 0; store y[i..i+7], %r mask %c
 * </pre>
 *
 * Where all lanes agree, control stays control. Where they part, it becomes a mask: both sides of
 * an If run one after the other, a loop runs until no lane is left in it. What is the same in all
 * lanes stays scalar.
 */
public final class LaneCode {
  /** Straight-line code of up to so many operations is run even if no lane needs it. */
  private static final int CHEAP = 12;

  /**
   * A loop around the current operation. Where its lanes part, {@code live} is a cell with those
   * that have not left it and {@code active} one with those that run its current iteration.
   */
  private record Frame(@Nullable Value live, @Nullable Value active) {
    static final Frame TOGETHER = new Frame(null, null);
  }

  /** A variable, and the mask under which it was declared. */
  private record Variable(Value cell, boolean varies, @Nullable Value mask) {}

  private final Lanes lanes;
  private final Map<Op, BitSet> proven;
  private final Deque<Frame> loops = new ArrayDeque<>();
  private final Map<Integer, Variable> variables = new HashMap<>();
  private @Nullable Value mask;

  /**
   * @param proven for element accesses, the axes of the base whose index is known to lie inside
   * @param mask the lanes that exist; null when all do
   */
  public LaneCode(Lanes lanes, Map<Op, BitSet> proven, @Nullable Value mask) {
    this.lanes = lanes;
    this.proven = proven;
    this.mask = mask;
  }

  /** Leaves the mask as it was: what holds behind {@code body} is for those around it to say. */
  public void body(Body body, OpBuilder out) {
    Value outside = mask;
    for (Op op : body.ops()) {
      Value before = mask;
      out.at(op.loc());
      switch (op) {
        case TileOp tile -> tileOp(tile, out);
        case LowOp low -> lowOp(low, out);
      }
      mask = leaves(op) ? stillActive(before, out) : before;
    }
    mask = outside;
  }

  private void tileOp(TileOp op, OpBuilder out) {
    switch (op) {
      case TileOp.LoadElement load ->
          lanes.put(load.result(), access(load, load.buffer(), load.indices()).load(mask, out));
      case TileOp.StoreElement store ->
          access(store, store.buffer(), store.indices()).store(lanes.of(store.value()), mask, out);
      case TileOp.AtomicAdd add ->
          access(add, add.buffer(), add.indices()).atomicAdd(lanes.of(add.value()), mask, out);
      case TileOp.AllocTile alloc -> allocate(alloc, out);
      case TileOp.Anchor _, TileOp.Transpose _ -> {}
      case TileOp.Parallel _,
          TileOp.Copy _,
          TileOp.Fill _,
          TileOp.Gemm _,
          TileOp.Reduce _,
          TileOp.Pipelined _ ->
          throw misplaced(op);
    }
  }

  private void lowOp(LowOp op, OpBuilder out) {
    switch (op) {
      case LowOp.If branch -> branch(branch, out);
      case LowOp.For loop -> loop(loop, out);
      case LowOp.While loop -> loop(loop, out);
      case LowOp.Break jump -> leave(jump, out);
      case LowOp.Continue jump -> leave(jump, out);
      case LowOp.Trap trap -> trap(trap, out);
      case LowOp.Print print -> print(print, out);
      case LowOp.DeclareCell declare -> declare(declare, out);
      case LowOp.ReadCell read -> read(read, out);
      case LowOp.WriteCell write -> write(write, out);
      case LowOp.Constant _,
          LowOp.Binary _,
          LowOp.Unary _,
          LowOp.Compare _,
          LowOp.Select _,
          LowOp.Fma _,
          LowOp.Math _,
          LowOp.Cast _,
          LowOp.Bitcast _,
          LowOp.Dim _ ->
          pure(op, out);
      case LowOp.Grid _,
          LowOp.ResidentBlocks _,
          LowOp.Splat _,
          LowOp.Lanes _,
          LowOp.ReduceLanes _,
          LowOp.Lane _,
          LowOp.Shuffle _,
          LowOp.IsLarge _,
          LowOp.TensorMemory _,
          LowOp.AllocMemory _,
          LowOp.ArenaMemory _,
          LowOp.RegisterMemory _,
          LowOp.Load _,
          LowOp.Store _,
          LowOp.Prefetch _,
          LowOp.AtomicUpdate _,
          LowOp.CompareAndSet _,
          LowOp.OfThreads _ ->
          throw misplaced(op);
    }
  }

  private static IllegalStateException misplaced(Op op) {
    return new IllegalStateException(
        op.getClass().getSimpleName() + " at " + op.loc() + " stands inside of a parallel loop");
  }

  // Straight-line code

  private void pure(LowOp op, OpBuilder out) {
    Value result = Ops.results(op).getFirst();
    OptionalLong step = lanes.uniformity().varies(result) ? lanes.step(result) : OptionalLong.of(0);
    if (step.isPresent()) {
      Value scalar = out.values().like(result);
      out.add(Ops.rename(op, lanes::first, old -> scalar));
      lanes.put(result, new LaneValue.Stepped(scalar, step.getAsLong()));
    } else {
      Value vector = out.values().value(vectorType(result), result.hint());
      out.add(Ops.rename(op, operand -> lanes.vector(operand, out), old -> vector));
      lanes.put(result, new LaneValue.Varying(vector));
    }
  }

  private Type.Arithmetic vectorType(Value scalar) {
    return Type.Arithmetic.of(scalar.dtype(), lanes.count());
  }

  private LaneAccess access(Op op, Value buffer, List<Value> indices) {
    return LaneAccess.of(buffer, indices, proven.getOrDefault(op, new BitSet()), lanes);
  }

  /** A tile of an iteration's own: its elements hold one value for each lane, side by side. */
  private void allocate(TileOp.AllocTile alloc, OpBuilder out) {
    var type = (Type.TileType) alloc.tile().type();
    Value memory =
        out.values().value(new Type.MemoryType(type.storage(), type.scope()), alloc.tile().hint());
    long elements = type.layout().size(type.shape().extents()) * lanes.count();
    out.add(new LowOp.AllocMemory(memory, elements, alloc.loc()));
    lanes.putPrivate(alloc.tile(), memory);
  }

  private void trap(LowOp.Trap trap, OpBuilder out) {
    boolean isSame = mask == null && lanes.of(trap.condition()).isSame();
    Value condition =
        isSame
            ? lanes.first(trap.condition())
            : LaneAccess.both(mask, lanes.vector(trap.condition(), out), out);
    out.add(
        new LowOp.Trap(
            Objects.requireNonNull(condition), trap.reason(), trap.message(), trap.loc()));
  }

  /** A line for each lane that exists, in order. */
  private void print(LowOp.Print print, OpBuilder out) {
    Value active = LaneAccess.both(mask, lanes.writer(), out);
    List<Value> vectors = print.values().stream().map(value -> lanes.vector(value, out)).toList();
    for (int lane = 0; lane < lanes.count(); lane++) {
      if (active == null) {
        out.add(line(print, vectors, lane, out));
      } else {
        int current = lane;
        out.when(lane(active, lane, out), inner -> inner.add(line(print, vectors, current, inner)));
      }
    }
  }

  private static LowOp.Print line(LowOp.Print print, List<Value> vectors, int lane, OpBuilder out) {
    return new LowOp.Print(
        print.label(),
        vectors.stream().map(vector -> lane(vector, lane, out)).toList(),
        print.loc());
  }

  /** One lane; a scalar is its own. */
  private static Value lane(Value vector, int lane, OpBuilder out) {
    return vector.lanes() == 1 ? vector : out.lane(vector, lane);
  }

  // Variables

  private void declare(LowOp.DeclareCell declare, OpBuilder out) {
    boolean varies = lanes.uniformity().varies(declare.cell());
    Value initial = varies ? lanes.vector(declare.initial(), out) : lanes.first(declare.initial());
    Value cell = out.cell(initial, declare.cell().hint());
    variables.put(declare.cell().id(), new Variable(cell, varies, mask));
  }

  private Variable variable(Value cell) {
    Variable known = variables.get(cell.id());
    return known != null ? known : new Variable(cell, false, null);
  }

  private void read(LowOp.ReadCell read, OpBuilder out) {
    Variable variable = variable(read.cell());
    Value value = out.read(variable.cell());
    lanes.put(
        read.result(), variable.varies() ? new LaneValue.Varying(value) : LaneValue.same(value));
  }

  private void write(LowOp.WriteCell write, OpBuilder out) {
    Variable variable = variable(write.cell());
    if (!variable.varies()) {
      out.write(variable.cell(), lanes.first(write.value()));
    } else {
      Value value = lanes.vector(write.value(), out);
      Value held = mask;
      if (held != null && !held.equals(variable.mask())) {
        value = out.select(held, value, out.read(variable.cell()));
      }
      out.write(variable.cell(), value);
    }
  }

  // Control

  private void branch(LowOp.If branch, OpBuilder out) {
    if (!lanes.uniformity().diverges(branch)) {
      Body then = out.nested(inner -> body(branch.then(), inner));
      Body otherwise = out.nested(inner -> body(branch.otherwise(), inner));
      out.add(new LowOp.If(lanes.first(branch.condition()), then, otherwise, branch.loc()));
      return;
    }
    Value before = mask;
    Value condition = lanes.vector(branch.condition(), out);
    side(branch.then(), LaneAccess.and(before, condition, out), out);
    if (!branch.otherwise().isEmpty()) {
      Value not = out.unary(UnaryOperator.NOT, condition);
      side(branch.otherwise(), LaneAccess.and(before, not, out), out);
    }
    mask = before;
  }

  /** One side of an If under its mask; skipped where that pays and no lane takes it. */
  private void side(Body side, Value taken, OpBuilder out) {
    if (side.isEmpty()) {
      return;
    }
    mask = taken;
    if (isCheap(side)) {
      body(side, out);
    } else {
      out.when(any(taken, out), inner -> body(side, inner));
    }
  }

  private static boolean isCheap(Body body) {
    return body.ops().size() <= CHEAP
        && body.ops().stream()
            .noneMatch(
                op ->
                    op instanceof LowOp.Math
                        || op instanceof TileOp.AtomicAdd
                        || !Ops.bodies(op).isEmpty());
  }

  private static Value any(Value mask, OpBuilder out) {
    return out.reduceLanes(ReduceKind.MAX, mask);
  }

  private void loop(LowOp.For loop, OpBuilder out) {
    if (lanes.uniformity().diverges(loop)) {
      divergent(loop, out);
      return;
    }
    Value index = out.values().like(loop.index());
    lanes.put(loop.index(), LaneValue.same(index));
    Body body = out.nested(inner -> framed(Frame.TOGETHER, loop.body(), inner));
    out.add(
        new LowOp.For(
            index,
            lanes.first(loop.lower()),
            lanes.first(loop.upper()),
            loop.step(),
            loop.kind(),
            body,
            loop.loc()));
  }

  private void loop(LowOp.While loop, OpBuilder out) {
    if (lanes.uniformity().diverges(loop)) {
      divergent(loop, out);
      return;
    }
    Body condition = out.nested(inner -> framed(Frame.TOGETHER, loop.condition(), inner));
    Value test = lanes.first(loop.test());
    Body body = out.nested(inner -> framed(Frame.TOGETHER, loop.body(), inner));
    Body update = out.nested(inner -> framed(Frame.TOGETHER, loop.update(), inner));
    out.add(new LowOp.While(condition, test, body, update, loop.loc()));
  }

  private void framed(Frame frame, Body body, OpBuilder out) {
    loops.push(frame);
    body(body, out);
    loops.pop();
  }

  /** A counted loop that lanes leave at different times runs until none is left. */
  private void divergent(LowOp.For loop, OpBuilder out) {
    boolean isSame = !lanes.uniformity().varies(loop.index());
    Value upper = lanes.vector(loop.upper(), out);
    Value lower = isSame ? lanes.first(loop.lower()) : lanes.vector(loop.lower(), out);
    Value counter = out.cell(lower, loop.index().hint());
    Value live = out.cell(existing(out), "live");
    OpBuilder condition = new OpBuilder(out.values(), loop.loc());
    Value at = spread(condition.read(counter), condition);
    Value in = condition.compare(CompareOperator.LT, at, upper);
    Value test = keep(live, in, condition);
    Body body =
        out.nested(
            inner -> {
              Value index = inner.read(counter);
              lanes.put(
                  loop.index(), isSame ? LaneValue.same(index) : new LaneValue.Varying(index));
              iteration(live, loop.body(), inner);
            });
    Body update =
        out.nested(
            inner -> {
              Value index = inner.read(counter);
              Value step = inner.constant(index.arithmetic(), loop.step());
              inner.write(counter, inner.binary(BinaryOperator.ADD, index, step));
            });
    out.add(new LowOp.While(condition.build(), test, body, update, loop.loc()));
  }

  private void divergent(LowOp.While loop, OpBuilder out) {
    Value before = mask;
    Value live = out.cell(existing(out), "live");
    OpBuilder condition = new OpBuilder(out.values(), loop.loc());
    mask = condition.read(live);
    framed(Frame.TOGETHER, loop.condition(), condition);
    Value test = keep(live, lanes.vector(loop.test(), condition), condition);
    Body body = out.nested(inner -> iteration(live, loop.body(), inner));
    Body update =
        out.nested(
            inner -> {
              mask = inner.read(live);
              framed(Frame.TOGETHER, loop.update(), inner);
            });
    mask = before;
    out.add(new LowOp.While(condition.build(), test, body, update, loop.loc()));
  }

  /** Runs {@code body} for the lanes that are still in their loop. */
  private void iteration(Value live, Body body, OpBuilder out) {
    Value before = mask;
    Value now = out.read(live);
    mask = now;
    framed(new Frame(live, out.cell(now, "active")), body, out);
    mask = before;
  }

  /** Leaves only those lanes in {@code live} whose {@code test} holds; whether there are any. */
  private static Value keep(Value live, Value test, OpBuilder out) {
    Value left = out.binary(BinaryOperator.AND, out.read(live), test);
    out.write(live, left);
    return any(left, out);
  }

  private Value existing(OpBuilder out) {
    if (mask != null) {
      return mask;
    }
    return out.constant(Type.Arithmetic.of(DType.BOOL, lanes.count()), Literal.of(true));
  }

  private Value spread(Value value, OpBuilder out) {
    return value.lanes() == lanes.count() ? value : out.splat(value, lanes.count());
  }

  private void leave(LowOp jump, OpBuilder out) {
    Frame frame = Objects.requireNonNull(loops.peek(), "a jump stands in a loop");
    if (frame.live() == null || frame.active() == null || mask == null) {
      out.add(jump);
      return;
    }
    Value others = out.unary(UnaryOperator.NOT, mask);
    drop(frame.active(), others, out);
    if (jump instanceof LowOp.Break) {
      drop(frame.live(), others, out);
    }
  }

  private static void drop(Value cell, Value others, OpBuilder out) {
    out.write(cell, out.binary(BinaryOperator.AND, out.read(cell), others));
  }

  /** Whether lanes may leave the current iteration of the loop around {@code op} inside it. */
  private static boolean leaves(Op op) {
    return op instanceof LowOp.If branch
        && Ops.bodies(branch).stream()
            .flatMap(body -> body.ops().stream())
            .anyMatch(
                inner ->
                    inner instanceof LowOp.Break
                        || inner instanceof LowOp.Continue
                        || leaves(inner));
  }

  private @Nullable Value stillActive(@Nullable Value before, OpBuilder out) {
    Frame frame = loops.peek();
    return frame == null || frame.active() == null
        ? before
        : LaneAccess.both(before, out.read(frame.active()), out);
  }
}
