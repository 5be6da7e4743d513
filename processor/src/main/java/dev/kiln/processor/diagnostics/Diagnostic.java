package dev.kiln.processor.diagnostics;

import dev.kiln.ir.Loc;
import dev.kiln.pass.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * One finding at one place.
 *
 * <p>The arguments fill the holes of the code's sentences; a wrong number of them is refused here,
 * where it was made.
 *
 * @param loc the exact expression that is to blame
 * @param arguments one for each of {@link Code#holes()}
 * @param notes remarks and other places, in the order in which they are shown
 */
public record Diagnostic(Code code, Loc loc, List<String> arguments, List<Note> notes) {

  /** Checks the arguments against the code. */
  public Diagnostic {
    arguments = List.copyOf(arguments);
    notes = List.copyOf(notes);
    code.text(arguments);
  }

  /** A finding without notes; arguments are shown by their {@code toString}. */
  public static Diagnostic of(Code code, Loc loc, Object... arguments) {
    List<String> texts = new ArrayList<>(arguments.length);
    for (Object argument : arguments) {
      texts.add(String.valueOf(argument));
    }
    return new Diagnostic(code, loc, texts, List.of());
  }

  /** What a pass found. */
  public static Diagnostic of(Problem problem) {
    List<Note> notes =
        problem.remarks().stream()
            .map(remark -> new Note(remark.sentence(), remark.loc()))
            .toList();
    return new Diagnostic(Code.ofId(problem.code()), problem.loc(), problem.arguments(), notes);
  }

  /** This finding with a remark added. */
  public Diagnostic withNote(Note note) {
    List<Note> all = new ArrayList<>(notes);
    all.add(note);
    return new Diagnostic(code, loc, arguments, all);
  }

  /**
   * The whole text: message, cure on a line of its own, then a line for each note and for each call
   * that inlined the place. It names no place of its own; hosts show that.
   */
  public String text() {
    StringBuilder text = new StringBuilder(code.text(arguments));
    for (Note note : notes) {
      text.append("\n  ").append(note.text());
      if (note.loc() != null) {
        text.append(" (").append(at(note.loc())).append(')');
      }
    }
    for (Loc call = loc.caller(); call != null; call = call.caller()) {
      text.append("\n  inlined at ").append(at(call));
    }
    return text.toString();
  }

  /** The place alone, without the calls that led to it. */
  private static String at(Loc loc) {
    return "%s:%d:%d".formatted(loc.file(), loc.line(), loc.column());
  }
}
