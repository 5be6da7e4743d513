package dev.kiln.pass;

import dev.kiln.ir.Loc;
import java.util.ArrayList;
import java.util.List;

/**
 * A user's mistake that a pass found.
 *
 * @param code of the catalogue, e.g. {@code KILN1203}
 * @param arguments what fills the holes of the code's message, in order
 * @param remarks other places that have to do with it
 */
public record Problem(String code, Loc loc, List<String> arguments, List<Remark> remarks) {
  public Problem {
    arguments = List.copyOf(arguments);
    remarks = List.copyOf(remarks);
  }

  /** A problem of one place. */
  public Problem(String code, Loc loc, List<String> arguments) {
    this(code, loc, arguments, List.of());
  }

  /** What another place has to do with a problem, in a sentence. */
  public record Remark(String sentence, Loc loc) {}

  /** The same with another remark. */
  public Problem with(String sentence, Loc place) {
    var all = new ArrayList<>(remarks);
    all.add(new Remark(sentence, place));
    return new Problem(code, loc, arguments, all);
  }
}
