package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Transposes a square of as many vectors as each has lanes, a power of two, in registers. First
 * within groups of 16 bytes, which every machine interleaves in one instruction, then the groups.
 */
final class Transposition {
  private static final int GROUP_BYTES = 16;

  private Transposition() {}

  static List<Value> of(List<Value> rows, OpBuilder out) {
    int lanes = rows.size();
    int group = Math.min(lanes, GROUP_BYTES / rows.getFirst().dtype().bytes());
    var byGroup = new ArrayList<List<Value>>();
    for (int first = 0; first < lanes; first += group) {
      byGroup.add(zipped(rows.subList(first, first + group), 1, group, out));
    }
    Value[] columns = new Value[lanes];
    for (int c = 0; c < group; c++) {
      int column = c;
      List<Value> parts = byGroup.stream().map(rowsOfGroup -> rowsOfGroup.get(column)).toList();
      List<Value> whole = zipped(parts, group, lanes, out);
      for (int g = 0; g < whole.size(); g++) {
        columns[g * group + c] = whole.get(g);
      }
    }
    return List.of(columns);
  }

  /**
   * Transposes {@code vectors} taken as rows of items of {@code item} lanes, within each span of
   * {@code span} lanes: as many items to a span as there are vectors.
   */
  private static List<Value> zipped(List<Value> vectors, int item, int span, OpBuilder out) {
    List<Value> current = vectors;
    int half = vectors.size() / 2;
    for (int done = 1; done < vectors.size(); done *= 2) {
      var next = new ArrayList<Value>();
      for (int r = 0; r < half; r++) {
        Value upper = current.get(r);
        Value lower = current.get(r + half);
        next.add(out.shuffle(upper, lower, zip(upper.lanes(), item, span, /* part= */ 0)));
        next.add(out.shuffle(upper, lower, zip(upper.lanes(), item, span, /* part= */ 1)));
      }
      current = next;
    }
    return current;
  }

  /** Lanes that interleave the first or second halves of each span of two vectors by items. */
  private static List<Integer> zip(int lanes, int item, int span, int part) {
    var picked = new ArrayList<Integer>();
    for (int lane = 0; lane < lanes; lane++) {
      int start = lane / span * span + part * span / 2;
      int place = lane % span / item;
      int from = start + place / 2 * item + lane % item;
      picked.add(place % 2 == 0 ? from : lanes + from);
    }
    return picked;
  }
}
