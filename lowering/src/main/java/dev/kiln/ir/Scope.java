package dev.kiln.ir;

import java.util.Locale;

/** Where a buffer lives and who sees it. */
public enum Scope {
  /** Device memory, visible to all blocks. */
  GLOBAL,
  /** On-chip memory of one block, visible to all its threads. */
  SHARED,
  /** A tile distributed over the registers of a block's threads. */
  FRAGMENT,
  /** Private to one thread, or to one iteration of a {@code parallel}. */
  LOCAL;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
