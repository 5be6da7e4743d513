package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Many statements of one kernel, each on a line of its own, and what the front end is to say of
 * each.
 *
 * @param trials the statements
 */
record Sweep(List<Trial> trials) {
  private static final String KERNEL =
      """
      package k;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class K {
        static Object unknown;
        @TileKernel
        static void k(%s, int p, float q) {
          %s
          grid(1, (b) -> {
            %s
          });
        }
      }
      """;

  /** Where the statements stand. */
  enum Place {
    PROLOGUE,
    BLOCK,
    PARALLEL
  }

  /**
   * One statement.
   *
   * @param code of the mistake in it; empty when there is none
   * @param from where the text to blame begins
   * @param to where it ends
   */
  record Trial(String statement, String code, int from, int to) {
    /** A statement that is right. */
    static Trial right(String statement) {
      return new Trial(statement, "", 0, 0);
    }

    /** A statement with a mistake, which stands between {@code «} and {@code »}. */
    static Trial wrong(String code, String marked) {
      int from = marked.indexOf('«');
      int to = marked.indexOf('»') - 1;
      return new Trial(marked.replaceAll("[«»]", ""), code, from, to);
    }

    /** The statement, and with a mistake unless {@code isRight}. */
    static Trial rightIf(boolean isRight, String code, String marked) {
      return isRight ? right(marked.replaceAll("[«»]", "")) : wrong(code, marked);
    }

    private boolean isRight() {
      return code.isEmpty();
    }

    /** Whether a finding is the one that is expected, of a statement that begins there. */
    private boolean expects(Diagnostic found, int start) {
      Loc loc = found.loc();
      return found.code().id().equals(code)
          && loc.start() == start + from
          && loc.end() == start + to;
    }
  }

  /**
   * Translates the statements, and has javac compile those that are right.
   *
   * @param parameters tensors of the kernel, without a comma behind
   * @param before what stands before them in the same place
   */
  void check(Place place, String parameters, String before) {
    List<String> problems = new ArrayList<>();
    String text = text(place, parameters, before, trials);
    List<Diagnostic> findings = Translated.unchecked(Map.of("k/K.java", text)).findings();
    int start = text.indexOf(lines(trials));
    for (Trial trial : trials) {
      int end = start + trial.statement().length();
      int from = start;
      List<Diagnostic> own =
          findings.stream()
              .filter(found -> from <= found.loc().start() && found.loc().start() <= end)
              .toList();
      boolean isMet =
          trial.isRight()
              ? own.isEmpty()
              : own.stream().anyMatch(found -> trial.expects(found, from));
      if (!isMet) {
        problems.add(trial + " " + own);
      }
      start = end + 1;
    }
    assertEquals(List.of(), problems);
    List<Trial> right = trials.stream().filter(Trial::isRight).toList();
    String rest = text(place, parameters, before, right);
    assertEquals(List.of(), Translated.of(Map.of("k/K.java", rest)).compiler());
  }

  private static String lines(List<Trial> trials) {
    return String.join("\n", trials.stream().map(Trial::statement).toList());
  }

  private static String text(Place place, String parameters, String before, List<Trial> trials) {
    String lines = lines(trials);
    return switch (place) {
      case PROLOGUE -> KERNEL.formatted(parameters, before + lines, "");
      case BLOCK -> KERNEL.formatted(parameters, "", before + lines);
      case PARALLEL ->
          KERNEL.formatted(parameters, "", before + "parallel(8, (i) -> {\n" + lines + "\n});");
    };
  }
}
