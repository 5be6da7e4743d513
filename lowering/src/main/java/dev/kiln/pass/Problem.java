package dev.kiln.pass;

import dev.kiln.ir.Loc;
import java.util.ArrayList;
import java.util.List;

/**
 * A user's mistake that a pass found.
 *
 * @param code of the catalogue, e.g. {@code KILN1203}
 * @param loc of the operation that is wrong
 * @param operand the number of the one that is to blame, as the user writes the operation: a tensor
 *     before its {@code get} is 0; negative where it is the whole
 * @param arguments what fills the holes of the code's message, in order
 * @param remarks other places that have to do with it
 */
public record Problem(
    String code, Loc loc, int operand, List<String> arguments, List<Remark> remarks) {
  private static final int WHOLE = -1;

  public Problem {
    arguments = List.copyOf(arguments);
    remarks = List.copyOf(remarks);
  }

  /** A problem of an operation as a whole. */
  public Problem(String code, Loc loc, List<String> arguments) {
    this(code, loc, WHOLE, arguments, List.of());
  }

  /** What another place has to do with a problem, in a sentence. */
  public record Remark(String sentence, Loc loc) {}

  /** The same with another remark. */
  public Problem with(String sentence, Loc place) {
    var all = new ArrayList<>(remarks);
    all.add(new Remark(sentence, place));
    return new Problem(code, loc, operand, arguments, all);
  }

  /** The same of one operand. */
  public Problem of(int number) {
    return new Problem(code, loc, number, arguments, remarks);
  }

  /** The same at the very place of what is to blame. */
  public Problem at(Loc exact) {
    return new Problem(code, exact, WHOLE, arguments, remarks);
  }

  /** Whether an operand is to blame. */
  public boolean isOfOperand() {
    return operand >= 0;
  }
}
