package dev.kiln.ir.check;

import dev.kiln.ir.Op;
import java.util.ArrayList;
import java.util.List;

/** Collects what is found, each a sentence with an operation to blame. */
@SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency of the IR
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  void add(Op op, String sentence, Object... parts) {
    all.add(new Finding(op.loc(), op, sentence.formatted(parts)));
  }

  void add(Finding finding) {
    all.add(finding);
  }

  /** Adds the sentence unless {@code holds}; returns {@code holds}. */
  boolean require(boolean holds, Op op, String sentence, Object... parts) {
    if (!holds) {
      add(op, sentence, parts);
    }
    return holds;
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}
