package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.LowOp;
import java.util.ArrayList;
import java.util.List;

/** Loops, each in the one before it, whose bounds are constants. */
record LoopPath(List<LowOp.For> loops) {
  static final LoopPath EMPTY = new LoopPath(List.of());

  LoopPath {
    loops = List.copyOf(loops);
  }

  /** Whether {@code loop} may be a part of a path. */
  static boolean isCounted(LowOp.For loop, Definitions definitions) {
    return LinearForm.of(loop.lower(), definitions).isConstant()
        && LinearForm.of(loop.upper(), definitions).isConstant();
  }

  LoopPath into(LowOp.For loop) {
    var longer = new ArrayList<>(loops);
    longer.add(loop);
    return new LoopPath(longer);
  }

  LowOp.For innermost() {
    return loops.getLast();
  }

  /** Those that run more than once. */
  List<LowOp.For> repeating(Definitions definitions) {
    return loops.stream().filter(loop -> range(loop, definitions).size() > loop.step()).toList();
  }

  /** What the indices of the repeating loops run through. */
  List<Range> ranges(Definitions definitions) {
    return repeating(definitions).stream().map(loop -> range(loop, definitions)).toList();
  }

  /** What the index of a counted loop runs through. */
  static Range range(LowOp.For loop, Definitions definitions) {
    return new Range(
        LinearForm.of(loop.lower(), definitions).constant(),
        LinearForm.of(loop.upper(), definitions).constant());
  }

  /** From a number to before another. */
  record Range(long from, long to) {
    long size() {
      return Math.max(0, to - from);
    }
  }
}
