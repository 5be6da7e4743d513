package dev.kiln.pass;

import dev.kiln.ir.Loc;
import java.util.List;

/**
 * A user's mistake that a pass found.
 *
 * @param code of the catalogue, e.g. {@code KILN1203}
 * @param arguments what fills the holes of the code's message, in order
 */
public record Problem(String code, Loc loc, List<String> arguments) {
  public Problem {
    arguments = List.copyOf(arguments);
  }
}
