package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an axis that is walked in equal steps of {@code vectors} vectors of {@code lanes}
 * elements each; from a multiple of the step's lanes to a whole number of steps behind it.
 */
record Strip(long from, long to, int lanes, int vectors) {

  /**
   * Cuts an axis into strips: as many steps of {@code vectors} whole registers as fit, then single
   * registers, then ever smaller powers of two, so that no mask is needed.
   *
   * @param lanes of a register, a power of two
   */
  static List<Strip> of(long extent, int lanes, int vectors) {
    var strips = new ArrayList<Strip>();
    long from = 0;
    if (vectors > 1) {
      from = append(strips, from, extent, lanes, vectors);
    }
    for (int size = lanes; size >= 1; size /= 2) {
      from = append(strips, from, extent, size, 1);
    }
    return strips;
  }

  private static long append(List<Strip> strips, long from, long extent, int lanes, int vectors) {
    long step = (long) lanes * vectors;
    long to = from + (extent - from) / step * step;
    if (to > from) {
      strips.add(new Strip(from, to, lanes, vectors));
    }
    return to;
  }

  long step() {
    return (long) lanes * vectors;
  }

  boolean isSingle() {
    return to - from == step();
  }

  /**
   * Runs {@code body} for every step with the index of its first element, without a loop of one.
   */
  void loop(OpBuilder out, OpBuilder.LoopBody body) {
    if (isSingle()) {
      body.fill(out, out.i64(from));
    } else {
      out.loop(out.i64(from), out.i64(to), step(), body);
    }
  }
}
