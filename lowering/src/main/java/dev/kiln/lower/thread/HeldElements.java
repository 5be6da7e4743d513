package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tile that a thread holds, one register after the other.
 *
 * @param shape of the tile; registers beyond it hold padding
 */
record HeldElements(Layout.Fragment layout, Shape shape, ThreadContext context) {

  /**
   * One of them.
   *
   * @param register an I64, constant once loops are unrolled
   * @param index in the tile, I64
   * @param isInside whether the tile has it; null when it does for sure
   */
  record Element(Value register, List<Value> index, @Nullable Value isInside) {

    /** The one that lies {@code distance} further along the last axis, in the registers as well. */
    Element next(int distance, OpBuilder out) {
      int last = index.size() - 1;
      Value moved = Indices.plus(index.get(last), distance, out);
      return new Element(
          Indices.plus(register, distance, out), Side.with(index, last, moved), isInside);
    }
  }

  /** What is done with one. */
  @FunctionalInterface
  interface Body {
    void fill(OpBuilder out, Element element);
  }

  /** Runs {@code body} for every register. */
  void each(OpBuilder out, Body body) {
    eachGroup(1, out, body);
  }

  /**
   * Runs {@code body} for every group of {@code width} registers that hold neighbours along the
   * last axis, with the first of them.
   */
  void eachGroup(int width, OpBuilder out, Body body) {
    List<Value> first = first(out);
    each(
        layout.registers() / width,
        out,
        (inner, group) -> {
          Value register = Indices.times(group, width, inner);
          body.fill(inner, at(register, first, inner));
        });
  }

  /** Whether registers hold what the tile has not. */
  boolean hasPadding() {
    boolean isPadded = false;
    for (int axis = 0; axis < layout.axes().size(); axis++) {
      isPadded |= layout.extent(axis) > shape.extent(axis);
    }
    return isPadded;
  }

  /** How many neighbours along the last axis, whole in the tile, registers side by side hold. */
  int neighbours() {
    int last = shape.rank() - 1;
    int run = layout.run(last);
    return run > 1 && shape.extent(last) % run == 0 ? run : 1;
  }

  /** Runs {@code body} for the numbers below {@code count}, to be repeated instead of looped. */
  static void each(int count, OpBuilder out, OpBuilder.LoopBody body) {
    if (count <= 1) {
      if (count == 1) {
        body.fill(out, out.i64(0));
      }
      return;
    }
    Value zero = out.i64(0);
    Value register = out.values().like(zero);
    out.add(
        new LowOp.For(
            register,
            zero,
            out.i64(count),
            1,
            LoopKind.UNROLLED,
            out.nested(inner -> body.fill(inner, register)),
            out.loc()));
  }

  /** What the thread's number adds to the index along each axis. */
  private List<Value> first(OpBuilder out) {
    var first = new ArrayList<Value>();
    for (List<Mode> modes : layout.axes()) {
      Value sum = out.i64(0);
      int weight = 1;
      for (Mode mode : modes) {
        if (mode.isThreads()) {
          Value digit = ThreadContext.digit(context.thread(), mode.stride(), mode.extent(), out);
          sum = Indices.add(sum, Indices.times(digit, weight, out), out);
        }
        weight *= mode.extent();
      }
      first.add(sum);
    }
    return first;
  }

  private Element at(Value register, List<Value> first, OpBuilder out) {
    var index = new ArrayList<Value>();
    Value isInside = null;
    for (int axis = 0; axis < layout.axes().size(); axis++) {
      Value sum = first.get(axis);
      int weight = 1;
      for (Mode mode : layout.axes().get(axis)) {
        if (!mode.isThreads()) {
          Value digit = ThreadContext.digit(register, mode.stride(), mode.extent(), out);
          sum = Indices.add(sum, Indices.times(digit, weight, out), out);
        }
        weight *= mode.extent();
      }
      index.add(sum);
      if (layout.extent(axis) > shape.extent(axis)) {
        Value below = out.compare(CompareOperator.LT, sum, out.i64(shape.extent(axis)));
        isInside = isInside == null ? below : out.binary(BinaryOperator.AND, isInside, below);
      }
    }
    return new Element(register, index, isInside);
  }

  /** The register in {@link Layout.Fragment#without} of the element that is held in this one. */
  static Value without(Layout.Fragment layout, int axis, Value register, OpBuilder out) {
    Value sum = out.i64(0);
    for (Layout.Fragment.Digit digit : layout.registersWithout(axis)) {
      Value value = ThreadContext.digit(register, digit.stride(), digit.extent(), out);
      sum = Indices.add(sum, Indices.times(value, digit.to(), out), out);
    }
    return sum;
  }
}
