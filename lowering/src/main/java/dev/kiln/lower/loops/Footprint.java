package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operation of a loop touches of one place in a step: elements from {@code factor * index +
 * base + from} to before {@code … + to}.
 *
 * @param place a memory or a cell
 * @param base what does not change with the loop's index; null where nothing is known of the
 *     elements
 */
record Footprint(
    Value place, boolean isWritten, @Nullable LinearForm base, long factor, long from, long to) {

  /** Of all operations of {@code loop} in {@code step} of its index. */
  static List<Footprint> of(LowOp.For loop, long step, Definitions definitions) {
    var footprints = new ArrayList<Footprint>();
    Ops.walk(
        loop.body(),
        op -> {
          switch (op) {
            case LowOp.Load load -> {
              Footprint all = all(load.memory(), /* isWritten= */ false);
              footprints.add(all.at(load.index(), load.result(), loop, step, definitions));
            }
            case LowOp.Store store -> {
              Footprint all = all(store.memory(), /* isWritten= */ true);
              footprints.add(all.at(store.index(), store.value(), loop, step, definitions));
            }
            case LowOp.ReadCell read -> footprints.add(all(read.cell(), /* isWritten= */ false));
            case LowOp.Prefetch _ -> {}
            case LowOp _, TileOp _ ->
                Ops.operands(op).stream()
                    .filter(Footprint::isPlace)
                    .forEach(place -> footprints.add(all(place, /* isWritten= */ true)));
          }
        });
    return footprints;
  }

  private static boolean isPlace(Value value) {
    return value.type() instanceof Type.MemoryType || value.type() instanceof Type.CellType;
  }

  private static Footprint all(Value place, boolean isWritten) {
    return new Footprint(place, isWritten, null, 0, 0, 0);
  }

  /** This one, of {@code value} at {@code index} alone. */
  private Footprint at(
      Value index, Value value, LowOp.For loop, long step, Definitions definitions) {
    if (index.lanes() > 1) {
      return this;
    }
    LinearForm form = LinearForm.of(index, definitions);
    long factor = form.terms().getOrDefault(loop.index(), 0L);
    LinearForm rest = form.with(Map.of(loop.index(), 0L));
    LinearForm base = rest.plus(new LinearForm(Map.of(), -rest.constant()));
    long last = factor * (step - loop.step());
    return new Footprint(
        place, isWritten, base, factor, rest.constant(), rest.constant() + last + value.lanes());
  }

  /** Whether one may write what the other touches. */
  boolean meets(Footprint other) {
    boolean areGlobal = Traffic.isGlobal(place) && Traffic.isGlobal(other.place);
    boolean maybeSame = place.equals(other.place) || areGlobal;
    return (isWritten || other.isWritten) && maybeSame;
  }

  /**
   * Whether what two loops touch in different steps is never the same. Two tensors are as good as
   * one here: they share all of their memory, or nothing.
   */
  boolean isOfOneStep(Footprint other, long step) {
    long size = Math.max(to, other.to) - Math.min(from, other.from);
    return place.type().equals(other.place.type())
        && base != null
        && base.equals(other.base)
        && factor == other.factor
        && size <= factor * step;
  }
}
