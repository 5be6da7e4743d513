package dev.kiln.lower.tileop;

import dev.kiln.analysis.View;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffer as an operand of a tile operation: a view whose anchors have been added up.
 *
 * @param origins where the view starts, an I64 for each axis of the base
 */
public record Side(View view, List<Value> origins, LoweringContext context) {
  public Side {
    origins = List.copyOf(origins);
  }

  public static Side of(Value buffer, OpBuilder out, LoweringContext context) {
    View view = context.view(buffer);
    var origins = new ArrayList<Value>();
    for (View.Axis axis : view.axes()) {
      Value origin = null;
      for (Value offset : axis.offsets()) {
        Value wide = out.cast(DType.I64, offset);
        origin = origin == null ? wide : Indices.add(origin, wide, out);
      }
      origins.add(origin == null ? out.i64(0) : origin);
    }
    return new Side(view, origins, context);
  }

  public Value base() {
    return view.base();
  }

  public int rank() {
    return view.rank();
  }

  public Value memory() {
    return context.memory(base());
  }

  public DType element() {
    return base().buffer().element();
  }

  public DType storage() {
    return context.storage(base());
  }

  boolean isAnchored(int baseAxis) {
    return !view.axes().get(baseAxis).offsets().isEmpty();
  }

  /** The axis of the base along which axis {@code axis} of the view runs. */
  int baseAxis(int axis) {
    for (int i = 0; i < rank(); i++) {
      if (view.axes().get(i).source() == axis) {
        return i;
      }
    }
    throw new IllegalArgumentException("a view of rank " + rank() + " has no axis " + axis);
  }

  /** How many indices from a multiple of that number on are neighbours along an axis. */
  int run(int axis) {
    int baseAxis = baseAxis(axis);
    int run = context.run(base(), baseAxis);
    return run != Layout.WHOLE_AXIS && isAnchored(baseAxis) ? 1 : run;
  }

  /** Whether vectors of {@code lanes} elements may be moved along an axis. */
  public boolean isVector(int axis, int lanes) {
    int run = run(axis);
    return run == Layout.WHOLE_AXIS || run % lanes == 0;
  }

  /** The index along an axis of the base, given that along the view, an I64. */
  Value index(int baseAxis, Value index, OpBuilder out) {
    return isAnchored(baseAxis)
        ? Indices.add(out.splat(origins.get(baseAxis), index.lanes()), index, out)
        : index;
  }

  /** The offset of the element at I64 {@code indices} of the view. */
  public Value offset(List<Value> indices, OpBuilder out) {
    var ofBase = new ArrayList<Value>();
    for (int axis = 0; axis < rank(); axis++) {
      ofBase.add(index(axis, indices.get(view.axes().get(axis).source()), out));
    }
    return context.offset(base(), ofBase, out);
  }

  /**
   * The offset of each vector of one step of {@code strip}, which begins at {@code indices} and
   * goes along {@code axis}.
   */
  List<Value> offsets(List<Value> indices, int axis, Strip strip, OpBuilder out) {
    boolean areNeighbours = isVector(axis, Math.toIntExact(strip.step()));
    Value first = offset(indices, out);
    var offsets = new ArrayList<Value>();
    for (int v = 0; v < strip.vectors(); v++) {
      long delta = (long) v * strip.lanes();
      if (areNeighbours || v == 0) {
        offsets.add(Indices.plus(first, delta, out));
      } else {
        offsets.add(offset(moved(indices, axis, delta, out), out));
      }
    }
    return offsets;
  }

  /** {@code indices}, {@code delta} further along {@code axis}. */
  static List<Value> moved(List<Value> indices, int axis, long delta, OpBuilder out) {
    return with(indices, axis, Indices.plus(indices.get(axis), delta, out));
  }

  /** {@code indices} with another one along {@code axis}. */
  public static List<Value> with(List<Value> indices, int axis, Value index) {
    var changed = new ArrayList<>(indices);
    changed.set(axis, index);
    return List.copyOf(changed);
  }

  /** Stored elements from an offset on. */
  public Value load(Value offset, int lanes, @Nullable Value mask, OpBuilder out) {
    return out.load(memory(), offset, lanes, mask);
  }

  public Value loadComputed(Value offset, int lanes, OpBuilder out) {
    return context.toComputed(load(offset, lanes, null, out), base(), out);
  }

  public void storeComputed(Value offset, Value computed, @Nullable Value mask, OpBuilder out) {
    out.store(memory(), offset, context.toStorage(computed, base(), out), mask);
  }

  /** The index of the first element. */
  static List<Value> zeros(int rank, OpBuilder out) {
    return Collections.nCopies(rank, out.i64(0));
  }
}
