package dev.kiln.processor.diagnostics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences with named and typed holes, as {@code "'{tensor:tensor}' has no axis {axis:number}."}
 *
 * <p>A hole's kind stands where the name appears first. Arguments fill the holes by position: the
 * n-th goes to the n-th name in order of first appearance.
 */
final class Template {
  private static final Pattern HOLE = Pattern.compile("\\{([a-z][A-Za-z]*)(?::([a-z]+))?\\}");

  /** Before each part of what fills a hole of lines. */
  private static final String LINE = "\n  - ";

  private final List<String> sentences;
  private final List<Hole> holes;

  /**
   * One hole.
   *
   * @param name as in the text
   */
  record Hole(String name, Kind kind) {}

  Template(String... sentences) {
    List<Hole> found = new ArrayList<>();
    this.sentences = List.of(sentences);
    for (String sentence : sentences) {
      Matcher matcher = HOLE.matcher(sentence);
      while (matcher.find()) {
        boolean isFirst = found.stream().noneMatch(hole -> hole.name().equals(matcher.group(1)));
        if (isFirst != (matcher.group(2) != null)) {
          throw new IllegalArgumentException(
              "the kind of " + matcher.group() + " stands where it appears first: " + sentence);
        }
        if (isFirst) {
          found.add(new Hole(matcher.group(1), Kind.of(matcher.group(2))));
        }
      }
    }
    holes = List.copyOf(found);
  }

  /** The holes, each once, in order of first appearance. */
  List<Hole> holes() {
    return holes;
  }

  /** A sentence with the names of its holes in braces, for readers. */
  String shown(int sentence) {
    return HOLE.matcher(sentences.get(sentence)).replaceAll("{$1}");
  }

  /** A sentence with its holes filled; what is one of lines stands below it, as a list. */
  String filled(int sentence, List<String> arguments) {
    List<String> names = holes.stream().map(Hole::name).toList();
    return HOLE.matcher(sentences.get(sentence))
        .replaceAll(
            match -> {
              int hole = names.indexOf(match.group(1));
              String argument = arguments.get(hole);
              return Matcher.quoteReplacement(
                  holes.get(hole).kind() == Kind.LINES
                      ? LINE + argument.replace("\n", LINE)
                      : argument);
            });
  }

  /** What is wrong with arguments for these holes; empty when each fits. */
  String mismatch(List<String> arguments) {
    if (arguments.size() != holes.size()) {
      return "has the holes %s and got the arguments %s".formatted(holes, arguments);
    }
    for (int i = 0; i < holes.size(); i++) {
      Hole hole = holes.get(i);
      if (!hole.kind().fits(arguments.get(i))) {
        return "needs %s for {%s} and got '%s'"
            .formatted(hole.kind().meaning(), hole.name(), arguments.get(i));
      }
    }
    return "";
  }
}
