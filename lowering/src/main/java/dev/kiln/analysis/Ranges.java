package dev.kiln.analysis;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The interval in which every integer value of a kernel lies, over all lanes of a vector. Dims are
 * not negative, an index lies within its bounds where its loop's body runs, a cell holds anything
 * that is ever written to it.
 */
public final class Ranges {
  /** How often cells may grow before a growing bound is given up. */
  private static final int ROUNDS = 3;

  private final Map<Integer, Interval> byId = new HashMap<>();
  private final Map<Integer, Interval> cells = new HashMap<>();
  private boolean cellsGrew;
  private boolean widen;

  private Ranges() {}

  public static Ranges of(Kernel kernel) {
    return of(kernel.body());
  }

  /** Values that {@code body} does not define may be anything of their type. */
  public static Ranges of(Body body) {
    var ranges = new Ranges();
    int round = 0;
    do {
      ranges.cellsGrew = false;
      ranges.widen = round++ >= ROUNDS;
      ranges.visit(body);
    } while (ranges.cellsGrew);
    return ranges;
  }

  /** The interval of an integer or truth value; everything for one that is not known. */
  public Interval of(Value value) {
    Interval known = byId.get(value.id());
    return known != null ? known : Interval.of(value.dtype());
  }

  /** Whether an integer operation may leave its type, so that its result has wrapped. */
  public boolean mayWrap(BinaryOperator operator, Value left, Value right) {
    return !Interval.of(left.dtype()).contains(unwrapped(operator, left, right));
  }

  private void visit(Body body) {
    for (Op op : body.ops()) {
      visit(op);
      Ops.bodies(op).forEach(this::visit);
    }
  }

  private void visit(Op op) {
    switch (op) {
      case LowOp.Grid grid -> indices(grid.blocks(), grid.extents());
      case TileOp.Parallel parallel -> indices(parallel.indices(), parallel.extents());
      case TileOp.Pipelined pipelined -> index(pipelined.index(), pipelined.extent());
      case LowOp.For loop ->
          byId.put(
              loop.index().id(),
              new Interval(
                  of(loop.lower()).low(),
                  Math.max(of(loop.upper()).high() - 1, Long.MIN_VALUE + 1)));
      case LowOp.DeclareCell cell -> write(cell.cell(), cell.initial());
      case LowOp.WriteCell write -> write(write.cell(), write.value());
      case TileOp ignored -> results(op);
      case LowOp ignored -> results(op);
    }
  }

  private void results(Op op) {
    for (Value result : Ops.results(op)) {
      if (result.type() instanceof Type.Arithmetic type && !type.dtype().isFloat()) {
        byId.put(result.id(), result(op, type.dtype()));
      }
    }
  }

  private void indices(List<Value> indices, List<Value> extents) {
    for (int i = 0; i < indices.size(); i++) {
      index(indices.get(i), extents.get(i));
    }
  }

  private void index(Value index, Value extent) {
    byId.put(index.id(), new Interval(0, Math.max(0, of(extent).high() - 1)));
  }

  private void write(Value cell, Value value) {
    if (value.dtype().isFloat()) {
      return;
    }
    Interval before = cells.getOrDefault(cell.id(), Interval.EMPTY);
    Interval after = before.hull(of(value));
    if (!after.equals(before)) {
      Interval all = Interval.of(value.dtype());
      cells.put(
          cell.id(),
          widen
              ? new Interval(
                  after.low() < before.low() ? all.low() : after.low(),
                  after.high() > before.high() ? all.high() : after.high())
              : after);
      cellsGrew = true;
    }
  }

  private Interval result(Op op, DType dtype) {
    Interval all = Interval.of(dtype);
    return switch (op) {
      case LowOp.Constant constant -> Interval.point(constant.value().bits());
      case LowOp.Dim ignored -> new Interval(0, all.high());
      case LowOp.ResidentBlocks blocks -> new Interval(0, Math.max(0, of(blocks.total()).high()));
      case LowOp.Splat splat -> of(splat.scalar());
      case LowOp.Lanes lanes -> new Interval(0, lanes.result().lanes() - 1).intersect(all);
      case LowOp.Lane lane -> of(lane.vector());
      case LowOp.Shuffle shuffle -> of(shuffle.left()).hull(of(shuffle.right()));
      case LowOp.Select select -> of(select.whenTrue()).hull(of(select.whenFalse()));
      case LowOp.ReadCell read -> cells.getOrDefault(read.cell().id(), all).intersect(all);
      case LowOp.Cast cast -> cast(cast.operand(), dtype);
      case LowOp.Binary binary -> fit(binary(binary), all);
      case LowOp.Unary unary -> fit(unary(unary, all), all);
      case TileOp.LoadElement load when load.buffer().buffer().element().isInteger() ->
          Interval.of(load.buffer().buffer().element());
      case LowOp.ReduceLanes reduce -> fit(reduce(reduce), all);
      case TileOp ignored -> all;
      case LowOp ignored -> all;
    };
  }

  private static Interval fit(Interval exact, Interval all) {
    return all.contains(exact) ? exact : all;
  }

  private Interval cast(Value operand, DType dtype) {
    Interval all = Interval.of(dtype);
    if (operand.dtype().isFloat()) {
      return all;
    }
    return fit(of(operand), all);
  }

  private Interval reduce(LowOp.ReduceLanes reduce) {
    Interval lane = of(reduce.vector());
    return switch (reduce.kind()) {
      case MAX, MIN -> lane;
      case SUM -> lane.times(Interval.point(reduce.vector().lanes()));
      case ABS_MAX -> magnitude(lane);
    };
  }

  private Interval unary(LowOp.Unary unary, Interval all) {
    Interval x = of(unary.operand());
    int bits = unary.operand().dtype().bits();
    return switch (unary.operator()) {
      case NEG -> Interval.point(0).minus(x);
      case NOT -> unary.operand().dtype() == DType.BOOL ? all : Interval.point(-1).minus(x);
      case ABS -> magnitude(x);
      case POPCOUNT, CLZ -> new Interval(0, bits);
      case SQRT, FLOOR, CEIL, TRUNC, RINT -> all;
    };
  }

  private static Interval magnitude(Interval x) {
    if (x.isEmpty() || x.contains(Long.MIN_VALUE)) {
      return Interval.of(DType.I64);
    }
    long most = Math.max(Math.abs(x.low()), Math.abs(x.high()));
    return new Interval(x.contains(0) ? 0 : Math.min(Math.abs(x.low()), Math.abs(x.high())), most);
  }

  private Interval binary(LowOp.Binary binary) {
    return unwrapped(binary.operator(), binary.left(), binary.right());
  }

  /** The interval of the exact result; it may lie outside of the type. */
  private Interval unwrapped(BinaryOperator operator, Value left, Value right) {
    Interval a = of(left);
    Interval b = of(right);
    Interval all = Interval.of(left.dtype());
    if (a.isEmpty() || b.isEmpty()) {
      return Interval.EMPTY;
    }
    return switch (operator) {
      case ADD -> a.plus(b);
      case SUB -> a.minus(b);
      case MUL -> a.times(b);
      case DIV -> quotient(a, b, all);
      case REM -> remainder(a, b);
      case MIN -> new Interval(Math.min(a.low(), b.low()), Math.min(a.high(), b.high()));
      case MAX -> new Interval(Math.max(a.low(), b.low()), Math.max(a.high(), b.high()));
      case AND ->
          b.low() >= 0
              ? new Interval(0, a.low() >= 0 ? Math.min(a.high(), b.high()) : b.high())
              : a.low() >= 0 ? new Interval(0, a.high()) : all;
      case OR, XOR ->
          a.low() >= 0 && b.low() >= 0 ? new Interval(0, ones(a.high() | b.high())) : all;
      case SHL -> shiftedLeft(a, b, left.dtype());
      case SHR -> shiftedRight(a, b, left.dtype());
      case USHR -> a.low() >= 0 ? shiftedRight(a, b, left.dtype()) : all;
    };
  }

  private static long ones(long value) {
    return value == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(value);
  }

  private static Interval quotient(Interval a, Interval b, Interval all) {
    if (b.low() <= 0) {
      return all.equals(a) || b.contains(-1) ? all : magnitude(a).hull(negated(magnitude(a)));
    }
    Interval hull = Interval.EMPTY;
    for (long x : new long[] {a.low(), a.high()}) {
      hull = hull.hull(Interval.point(x / b.low())).hull(Interval.point(x / b.high()));
    }
    return hull;
  }

  private static Interval negated(Interval x) {
    return new Interval(-x.high(), -x.low());
  }

  private static Interval remainder(Interval a, Interval b) {
    long most = b.contains(Long.MIN_VALUE) ? Long.MAX_VALUE : Math.max(0, magnitude(b).high() - 1);
    return new Interval(
        a.low() >= 0 ? 0 : Math.max(a.low(), -most), a.high() <= 0 ? 0 : Math.min(a.high(), most));
  }

  private static Interval shiftedLeft(Interval a, Interval b, DType dtype) {
    if (!b.isPoint()) {
      return Interval.of(dtype);
    }
    long count = b.low() & (dtype.bits() - 1);
    return count > 62 ? Interval.of(dtype) : a.times(Interval.point(1L << count));
  }

  private static Interval shiftedRight(Interval a, Interval b, DType dtype) {
    if (!b.isPoint()) {
      return a.hull(a.low() < 0 ? Interval.point(-1) : Interval.point(0));
    }
    long count = b.low() & (dtype.bits() - 1);
    return new Interval(a.low() >> count, a.high() >> count);
  }
}
