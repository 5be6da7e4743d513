package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What cells surely hold at a place of a kernel, kept by a walk from top to bottom. */
public final class Contents {
  private final Map<Integer, Value> byCell;

  private Contents(Map<Integer, Value> byCell) {
    this.byCell = byCell;
  }

  /** At the beginning, where there are no cells. */
  public static Contents none() {
    return new Contents(new HashMap<>());
  }

  /** At the beginning of a body here; what the walk learns in it stays there. */
  public Contents inside() {
    return new Contents(new HashMap<>(byCell));
  }

  /** What {@code cell} holds; null when that is not known. */
  public @Nullable Value of(Value cell) {
    return byCell.get(cell.id());
  }

  public void hold(Value cell, Value value) {
    byCell.put(cell.id(), value);
  }

  /**
   * Forgets the cells that {@code op} may write: before it where it repeats, else behind it. What
   * its bodies learn is not known here, so that once is enough.
   */
  public void forgetWrites(Op op) {
    if (byCell.isEmpty()) {
      return;
    }
    Ops.walk(
        Body.of(op),
        inner -> {
          if (inner instanceof LowOp.WriteCell write) {
            byCell.remove(write.cell().id());
          }
        });
  }
}
