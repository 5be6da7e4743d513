package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;

/** A way to move the elements of a copy. */
public sealed interface CopyMove permits CopyRows, CopyBlocks {
  /** Moves everything, given that both sides hold all of it. */
  void plain(OpBuilder out);

  /** Moves what lies inside of the target; what lies outside of the source is zero. */
  void guarded(OpBuilder out);

  /** An element as the target stores it, given as the source does. */
  static Value convert(Value raw, Side source, Side target, OpBuilder out) {
    if (source.element() == target.element()) {
      return out.cast(target.storage(), raw); // exact on both sides
    }
    Value computed = source.context().toComputed(raw, source.base(), out);
    return target.context().toStorage(computed, target.base(), out);
  }
}
