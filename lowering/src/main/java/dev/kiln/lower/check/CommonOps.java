package dev.kiln.lower.check;

import dev.kiln.analysis.Jumps;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.Body;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import java.util.function.Consumer;

/** Walks what all iterations that run side by side do, or none of them. */
final class CommonOps {
  private CommonOps() {}

  /** Hands over the operations of {@code body} and of the bodies in it, from top to bottom. */
  static void walk(Body body, Uniformity uniformity, Consumer<Op> visitor) {
    for (Op op : body.ops()) {
      visitor.accept(op);
      if (!uniformity.diverges(op) && !Jumps.areIn(op)) {
        Ops.bodies(op).forEach(inner -> walk(inner, uniformity, visitor));
      }
    }
  }
}
