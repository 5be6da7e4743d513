package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.View;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a tensor that an operation surely touches, a range of indices along each axis: all
 * that parallel loops of constant extents go over, in the first iteration of the others.
 */
record Box(Op op, Access.Kind kind, Value base, List<Range> ranges) {

  /** The indices from {@code start} on, {@code size} of them. */
  record Range(LinearForm start, long size) {}

  /**
   * What an operation touches of tensors.
   *
   * @param extents of the parallel loops around it, by their indices
   */
  static List<Box> of(Op op, Map<Value, Value> extents, Definitions definitions) {
    if (op instanceof TileOp.Copy copy) {
      return Stream.of(
              side(copy, copy.source(), copy.target(), Access.Kind.READ, definitions),
              side(copy, copy.target(), copy.source(), Access.Kind.WRITE, definitions))
          .flatMap(Optional::stream)
          .toList();
    }
    Access access = Access.of(op, definitions);
    if (access == null || !(access.base().type() instanceof Type.TensorType)) {
      return List.of();
    }
    List<Range> ranges = ranges(access.indices(), extents, definitions);
    return ranges == null ? List.of() : List.of(new Box(op, access.kind(), access.base(), ranges));
  }

  /** The region of a tensor that one side of a copy is; the other, a tile, says how large. */
  private static Optional<Box> side(
      TileOp.Copy copy, Value side, Value other, Access.Kind kind, Definitions definitions) {
    View view = View.of(side, definitions);
    if (!(view.base().type() instanceof Type.TensorType)
        || !(other.type() instanceof Type.TileType tile)) {
      return Optional.empty();
    }
    var ranges = new ArrayList<Range>();
    for (View.Axis axis : view.axes()) {
      LinearForm start = new LinearForm(Map.of(), 0);
      for (Value offset : axis.offsets()) {
        start = start.plus(LinearForm.of(offset, definitions));
      }
      // The tile lies at the last dimensions.
      int own = axis.source() - (view.rank() - tile.rank());
      ranges.add(new Range(start, own < 0 ? 1 : tile.shape().extent(own)));
    }
    return Optional.of(new Box(copy, kind, view.base(), ranges));
  }

  /** What all iterations of the parallel loops touch together; null when there are gaps. */
  private static @Nullable List<Range> ranges(
      List<LinearForm> indices, Map<Value, Value> extents, Definitions definitions) {
    var ranges = new ArrayList<Range>();
    var used = new HashSet<Value>();
    for (LinearForm index : indices) {
      Range range = range(index, extents, used, definitions);
      if (range == null) {
        return null;
      }
      ranges.add(range);
    }
    return ranges;
  }

  /** One axis: {@code 8 * i + j} for j below 8 has no gaps. */
  private static @Nullable Range range(
      LinearForm index, Map<Value, Value> extents, Set<Value> used, Definitions definitions) {
    List<Map.Entry<Value, Long>> own =
        index.terms().entrySet().stream()
            .filter(term -> extents.containsKey(term.getKey()))
            .sorted(Comparator.comparingLong(Map.Entry::getValue))
            .toList();
    LinearForm start = index;
    long size = 1;
    for (Map.Entry<Value, Long> term : own) {
      Value count = extents.get(term.getKey());
      Literal extent = count == null ? null : definitions.constant(count);
      if (extent != null) {
        if (extent.asLong() <= 0 || term.getValue() != size || !used.add(term.getKey())) {
          return null;
        }
        size *= extent.asLong();
      }
      start = start.with(Map.of(term.getKey(), 0L));
    }
    return new Range(start, size);
  }

  /** The same with numbers in the place of some values. */
  Box with(Map<Value, Long> numbers, Evaluation evaluation) {
    return new Box(
        op,
        kind,
        base,
        ranges.stream()
            .map(range -> new Range(evaluation.with(range.start(), numbers), range.size()))
            .toList());
  }

  /** The first element that both surely touch; null when there may be none. */
  @Nullable List<LinearForm> firstCommon(Box other) {
    var first = new ArrayList<LinearForm>();
    for (int axis = 0; axis < ranges.size(); axis++) {
      Range a = ranges.get(axis);
      Range b = other.ranges.get(axis);
      LinearForm distance = b.start().plus(a.start().times(-1));
      if (!distance.isConstant()
          || distance.constant() >= a.size()
          || -distance.constant() >= b.size()) {
        return null;
      }
      LinearForm later = distance.constant() > 0 ? b.start() : a.start();
      if (later.isConstant() && later.constant() < 0) {
        return null;
      }
      first.add(later);
    }
    return first;
  }
}
