package dev.kiln.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The laws that every layout keeps on the extents that it was made for. */
class LayoutLawsTest {

  /** A layout and its extents. */
  record Laid(Layout layout, List<Integer> extents) {}

  @Property
  void twoElementsNeverShareAnOffset(@ForAll("laid") Laid laid) {
    var seen = new HashSet<Long>();
    forEach(
        laid.extents(),
        index -> assertTrue(seen.add(laid.layout().offset(index)), index::toString));
  }

  @Property
  void everyOffsetLiesWithinTheSize(@ForAll("laid") Laid laid) {
    long size = laid.layout().size(laid.extents());
    forEach(
        laid.extents(),
        index -> {
          long offset = laid.layout().offset(index);
          assertTrue(offset >= 0 && offset < size, () -> index + " at " + offset + " of " + size);
        });
  }

  @Property
  void theIndexOfAnOffsetIsTheOneThatLiesThere(@ForAll("laid") Laid laid) {
    var free = new HashSet<Long>();
    for (long offset = 0; offset < laid.layout().size(laid.extents()); offset++) {
      free.add(offset);
    }
    forEach(
        laid.extents(),
        index -> {
          long offset = laid.layout().offset(index);
          assertEquals(index, laid.layout().index(offset, laid.extents()));
          free.remove(offset);
        });
    for (long padding : free) {
      assertNull(laid.layout().index(padding, laid.extents()), "padding at " + padding);
    }
  }

  @Property
  void theTransposedLayoutSwapsTheLastTwoIndices(@ForAll("laid") Laid laid) {
    int rank = laid.extents().size();
    if (rank < 2) {
      return;
    }
    Layout transposed = laid.layout().transposed();
    assertEquals(laid.layout(), transposed.transposed());
    assertEquals(laid.layout().size(laid.extents()), transposed.size(swapped(laid.extents())));
    forEach(
        laid.extents(),
        index -> assertEquals(laid.layout().offset(index), transposed.offset(swapped(index))));
  }

  @Property
  void anAlignedRunIsOfNeighbours(@ForAll("laid") Laid laid) {
    for (int axis = 0; axis < laid.extents().size(); axis++) {
      int along = axis;
      int run = laid.layout().run(axis);
      forEach(
          laid.extents(),
          index -> {
            int at = index.get(along);
            if (at > 0 && (run == Layout.WHOLE_AXIS || at % run != 0)) {
              var before = new ArrayList<>(index);
              before.set(along, at - 1);
              assertEquals(laid.layout().offset(before) + 1, laid.layout().offset(index));
            }
          });
    }
  }

  @Provide
  Arbitrary<Laid> laid() {
    return Arbitraries.oneOf(rows(), panels(), permuted(), swizzled(), fragments());
  }

  private static Arbitrary<List<Integer>> extents(int least, int most) {
    return Arbitraries.integers().between(1, 9).list().ofMinSize(least).ofMaxSize(most);
  }

  private static Arbitrary<Laid> rows() {
    return Combinators.combine(extents(1, 4), Arbitraries.integers().between(0, 7))
        .as(
            (extents, padding) ->
                new Laid(Layout.rowMajor(extents, extents.getLast() + padding), extents));
  }

  private static Arbitrary<Laid> permuted() {
    return rows().map(laid -> laid.extents().size() < 2 ? laid : transposed(laid));
  }

  private static Laid transposed(Laid laid) {
    return new Laid(laid.layout().transposed(), swapped(laid.extents()));
  }

  private static Arbitrary<Laid> panels() {
    return Combinators.combine(
            extents(2, 2),
            Arbitraries.integers().between(0, 1),
            Arbitraries.integers().between(1, 8))
        .as(
            (extents, axis, width) ->
                new Laid(new Layout.Panels(axis, width, extents.get(1 - axis)), extents));
  }

  private static Arbitrary<Laid> swizzled() {
    return Combinators.combine(
            extents(2, 2),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(0, 2))
        .as(
            (extents, chunk, bits, wider) -> {
              int line = chunk + bits + wider;
              int pitch = Math.ceilDiv(extents.getLast(), 1 << line) << line;
              var rows = Layout.rowMajor(extents, pitch);
              return new Laid(new Layout.Swizzled(rows, chunk, line, bits), extents);
            });
  }

  /** Digits in any order, each on one of two axes, threads and registers nested each. */
  private static Arbitrary<Laid> fragments() {
    var digit =
        Combinators.combine(
                Arbitraries.integers().between(0, 1),
                Arbitraries.of(Mode.Counts.values()),
                Arbitraries.integers().between(1, 3))
            .as(Digit::new);
    return Combinators.combine(digit.list().ofMaxSize(5), extents(2, 2))
        .as(
            (digits, wanted) -> {
              var axes = List.of(new ArrayList<Mode>(), new ArrayList<Mode>());
              var strides = new HashMap<>(Map.of(Mode.Counts.THREADS, 1, Mode.Counts.REGISTERS, 1));
              for (Digit next : digits) {
                int stride = strides.get(next.counts());
                axes.get(next.axis()).add(new Mode(next.counts(), next.extent(), stride));
                strides.put(next.counts(), stride * next.extent());
              }
              var layout = new Layout.Fragment(List.copyOf(axes));
              var extents =
                  List.of(
                      Math.min(wanted.get(0), layout.extent(0)),
                      Math.min(wanted.get(1), layout.extent(1)));
              return new Laid(layout, extents);
            });
  }

  private record Digit(int axis, Mode.Counts counts, int extent) {}

  private static List<Integer> swapped(List<Integer> index) {
    var swapped = new ArrayList<>(index);
    Collections.swap(swapped, index.size() - 1, index.size() - 2);
    return swapped;
  }

  private static void forEach(List<Integer> extents, Consumer<List<Integer>> body) {
    forEach(extents, List.of(), body);
  }

  private static void forEach(
      List<Integer> extents, List<Integer> index, Consumer<List<Integer>> body) {
    if (index.size() == extents.size()) {
      body.accept(index);
      return;
    }
    for (int i = 0; i < extents.get(index.size()); i++) {
      var longer = new ArrayList<>(index);
      longer.add(i);
      forEach(extents, longer, body);
    }
  }
}
