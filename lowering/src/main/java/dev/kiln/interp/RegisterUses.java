package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import org.jspecify.annotations.Nullable;

/**
 * Which registers of a thread products of its warpgroup use. Nothing else may touch them until they
 * have been waited for, nor a product use what has been touched since {@code BeginProducts}.
 */
final class RegisterUses implements Ledger {
  /** The use by a product; of its accumulator when {@code isWritten}. */
  record Use(LowOp.MultiplyWarpgroup op, int product, boolean isWritten) {
    int columns() {
      return op.columns();
    }
  }

  private final Products products;
  private final int granule;
  private final @Nullable Use[] uses;

  /** How many {@code BeginProducts} had been run when something else last touched it. */
  private final int[] touched;

  /**
   * @param bytes of the memory
   * @param granule bytes that are always accessed together
   */
  RegisterUses(Products products, int bytes, int granule) {
    this.products = products;
    this.granule = granule;
    this.uses = new Use[Math.ceilDiv(bytes, granule)];
    this.touched = new int[uses.length];
  }

  /** Something else than a product accesses {@code bytes} from {@code start} on. */
  void touch(Op op, int start, int bytes) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      Use use = uses[at];
      if (use != null && use.product() > products.ended()) {
        throw new InterpreterException(
            op, "The product of %s is under way and uses this register.".formatted(use.op().loc()));
      }
      if (use != null && use.isWritten()) {
        throw new InterpreterException(
            op,
            "No AwaitProducts says that this register has the sum of the product of %s."
                .formatted(use.op().loc()));
      }
      touched[at] = products.begun();
    }
  }

  /** A product uses {@code bytes} from {@code start} on. */
  void use(Use use, int start, int bytes) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      if (touched[at] >= products.begun()) {
        throw new InterpreterException(
            use.op(),
            "No BeginProducts stands between this product and what has touched its registers.");
      }
      Use before = uses[at];
      if (before != null
          && before.product() > products.ended()
          && (before.isWritten() != use.isWritten() || before.columns() != use.columns())) {
        throw new InterpreterException(
            use.op(),
            "The product of %s is under way and uses these registers otherwise."
                .formatted(before.op().loc()));
      }
      uses[at] = use;
    }
  }

  /** {@code bytes} from {@code start} on have the sums of the products that have ended. */
  void finish(int start, int bytes) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      Use use = uses[at];
      if (use != null && use.product() <= products.ended()) {
        uses[at] = null;
      }
    }
  }
}
