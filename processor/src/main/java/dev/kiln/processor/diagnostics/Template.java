package dev.kiln.processor.diagnostics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence with named holes, as {@code "'{name}' is not known here."}. Holes are filled by
 * position: the n-th argument goes into the n-th name in order of first appearance.
 */
record Template(String text) {
  private static final Pattern HOLE = Pattern.compile("\\{([a-z][A-Za-z]*)\\}");

  /** The names of the holes, each once, in order of first appearance. */
  List<String> holes() {
    List<String> names = new ArrayList<>();
    Matcher matcher = HOLE.matcher(text);
    while (matcher.find()) {
      if (!names.contains(matcher.group(1))) {
        names.add(matcher.group(1));
      }
    }
    return List.copyOf(names);
  }

  /** The sentence with each hole of {@code names} replaced by the argument of the same place. */
  String fill(List<String> names, List<String> arguments) {
    return HOLE.matcher(text)
        .replaceAll(hole -> Matcher.quoteReplacement(arguments.get(names.indexOf(hole.group(1)))));
  }
}
