package dev.kiln.ir.check;

import dev.kiln.ir.Loc;
import dev.kiln.ir.Op;
import dev.kiln.ir.text.Printer;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a kernel; a mistake of the compiler, not of its user.
 *
 * @param op the operation to blame; null where it is a parameter or the kernel itself
 * @param sentence what is wrong
 */
public record Finding(Loc loc, @Nullable Op op, String sentence) {

  /** The place, the sentence and the operation, on one line. */
  @Override
  public String toString() {
    return loc + ": " + sentence + (op == null ? "" : "  [" + Printer.print(op) + "]");
  }
}
