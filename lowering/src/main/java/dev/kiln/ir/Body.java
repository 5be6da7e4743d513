package dev.kiln.ir;

import java.util.List;

/** A sequence of operations that is run from first to last; nested in an operation or a kernel. */
public record Body(List<Op> ops) {
  public static final Body EMPTY = new Body(List.of());

  public Body {
    ops = List.copyOf(ops);
  }

  public static Body of(Op... ops) {
    return new Body(List.of(ops));
  }

  public boolean isEmpty() {
    return ops.isEmpty();
  }
}
