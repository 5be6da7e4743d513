package dev.kiln.processor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A source text whose wrong lines are followed by comments that say what is to be found there:
 *
 * <pre>
 *   static int k() {
 *   //~    ^ [KILN1002] Kernel 'k' returns 'int'. | Make it void ...
 * </pre>
 *
 * <p>The caret stands below the column that javac marks; the lines of a message are joined by bars.
 *
 * <p>A line may be corrected by lines that begin with {@code //=} and stand below it and its marks;
 * a single empty one leaves it out. A first line {@code // options: -Akiln.stop=LOWERED} is for the
 * processor.
 */
record MarkedSource(String text) {
  private static final String MARK = "//~";
  private static final String CORRECTION = "//=";
  private static final String OPTIONS = "// options: ";

  /** What a compiler says: line and column from 1, and the message without source lines. */
  record Finding(long line, long column, String message) {
    /** Source lines are indented by four, and javac indents what is below a first line by two. */
    private static final String SOURCE_LINE = " ".repeat(6);

    /** The message as it stands behind a mark: without the lines that repeat the source. */
    static Finding of(long line, long column, String message) {
      String lines =
          message
              .lines()
              .filter(text -> !text.startsWith(SOURCE_LINE))
              .map(String::strip)
              .collect(Collectors.joining(" | "));
      return new Finding(line, column, lines);
    }
  }

  /** The text without marks and corrections, which is what is compiled. */
  String unmarked() {
    return text.lines()
        .filter(line -> !isMark(line) && !isCorrection(line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The text with the corrections in place of what they correct. */
  String corrected() {
    List<String> lines = new ArrayList<>();
    boolean isCorrecting = false;
    for (String line : text.lines().toList()) {
      if (isCorrection(line)) {
        if (!isCorrecting) {
          lines.removeLast();
        }
        if (line.length() > CORRECTION.length()) {
          lines.add(line.substring(CORRECTION.length()));
        }
      } else if (!isMark(line)) {
        lines.add(line);
      }
      isCorrecting = isCorrection(line);
    }
    return String.join("\n", lines) + "\n";
  }

  /** The text with marks and without corrections. */
  String uncorrected() {
    return text.lines()
        .filter(line -> !isCorrection(line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The options that the processor is given. */
  List<String> options() {
    String first = text.lines().findFirst().orElse("");
    return first.startsWith(OPTIONS)
        ? List.of(first.substring(OPTIONS.length()).split(" "))
        : List.of();
  }

  private static boolean isMark(String line) {
    return line.stripLeading().startsWith(MARK);
  }

  private static boolean isCorrection(String line) {
    return line.startsWith(CORRECTION);
  }

  /** The unmarked text with marks for what was found. */
  MarkedSource marked(List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    List<String> corrections = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().filter(line -> !isMark(line)).toList()) {
      if (isCorrection(line)) {
        corrections.add(line);
        continue;
      }
      lines.addAll(corrections);
      corrections.clear();
      lines.add(line);
      long current = ++number;
      findings.stream()
          .filter(finding -> finding.line() == current)
          .sorted(Comparator.comparingLong(Finding::column).thenComparing(Finding::message))
          .map(MarkedSource::mark)
          .forEach(lines::add);
    }
    lines.addAll(corrections);
    return new MarkedSource(String.join("\n", lines) + "\n");
  }

  private static String mark(Finding finding) {
    int column = (int) finding.column();
    return column > MARK.length()
        ? MARK + " ".repeat(column - MARK.length() - 1) + "^ " + finding.message()
        : "%s@%d %s".formatted(MARK, column, finding.message());
  }
}
