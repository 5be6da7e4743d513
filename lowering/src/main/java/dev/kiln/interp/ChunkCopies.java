package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The copies that one thread has started and not waited for. Where they go is poison from then on,
 * and is written when the thread waits: both times by the thread.
 */
final class ChunkCopies {
  private final Frame frame;
  private final Watch watch;
  private final Deque<List<Element>> groups = new ArrayDeque<>();
  private List<Element> open = new ArrayList<>();

  /** What will be written, and where. */
  private record Element(
      LowOp.StartCopy op, Memory memory, long index, long bits, boolean isPoison) {}

  ChunkCopies(Frame frame, Watch watch) {
    this.frame = frame;
    this.watch = watch;
  }

  void start(LowOp.StartCopy op) {
    Memory target = frame.memory(op.memory());
    Memory source = frame.memory(op.source());
    long to = frame.scalar(op, op.index());
    long from = frame.scalar(op, op.sourceIndex());
    long valid = frame.scalar(op, op.valid());
    if (valid < 0 || valid > op.elements()) {
      throw new InterpreterException(
          op, "%s of %s elements are none.".formatted(valid, op.elements()));
    }
    requireMultiple(op, to);
    if (valid > 0) {
      requireMultiple(op, from);
    }
    for (int i = 0; i < op.elements(); i++) {
      requireInside(op, target, to + i);
      long bits = 0;
      boolean isPoison = false;
      if (i < valid) {
        requireInside(op, source, from + i);
        watch.load(op, source, from + i);
        bits = source.get(from + i);
        isPoison = source.isPoison(from + i);
      }
      watch.store(op, target, to + i, /* isSame= */ false);
      target.setPoison(to + i);
      open.add(new Element(op, target, to + i, bits, isPoison));
    }
  }

  private static void requireMultiple(LowOp.StartCopy op, long index) {
    if (index % op.elements() != 0) {
      throw new InterpreterException(
          op, "Element %s is no multiple of %s.".formatted(index, op.elements()));
    }
  }

  private static void requireInside(LowOp.StartCopy op, Memory memory, long at) {
    if (!memory.holds(at)) {
      throw new InterpreterException(op, "Element %s is outside of the memory.".formatted(at));
    }
  }

  void commit() {
    groups.add(open);
    open = new ArrayList<>();
  }

  void await(int pending) {
    while (groups.size() > pending) {
      for (Element element : groups.remove()) {
        watch.store(element.op(), element.memory(), element.index(), /* isSame= */ false);
        if (!element.isPoison()) {
          element.memory().set(element.index(), element.bits());
        }
      }
    }
  }
}
