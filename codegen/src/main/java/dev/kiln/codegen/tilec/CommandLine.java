package dev.kiln.codegen.tilec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was typed.
 *
 * @param words that are no options, in order
 * @param options by name without {@code --}; a switch has the value {@code ""}
 */
record CommandLine(List<String> words, Map<String, String> options) {
  private static final Set<String> WITH_VALUE = Set.of("target", "pass", "stop", "dump", "seed");
  private static final Set<String> SWITCHES = Set.of("places", "races", "time");

  CommandLine {
    words = List.copyOf(words);
    options = Map.copyOf(options);
  }

  static CommandLine parse(List<String> arguments) {
    var words = new ArrayList<String>();
    var options = new HashMap<String, String>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      String name = argument.replaceFirst("^--", "");
      if (name.equals(argument)) {
        words.add(argument);
      } else if (SWITCHES.contains(name)) {
        options.put(name, "");
      } else if (WITH_VALUE.contains(name) && i + 1 < arguments.size()) {
        options.put(name, arguments.get(++i));
      } else {
        throw new IllegalArgumentException(
            (WITH_VALUE.contains(name) ? "a value is missing behind " : "there is no option ")
                + argument);
      }
    }
    return new CommandLine(words, options);
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  String option(String name, String otherwise) {
    return options.getOrDefault(name, otherwise);
  }

  /** The word at {@code position}. */
  String word(int position, String what) {
    if (position >= words.size()) {
      throw new IllegalArgumentException("missing: " + what);
    }
    return words.get(position);
  }
}
