package dev.kiln.testkit.docs;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names in the code of a page. */
final class Names {
  /** Calls, with what they are called on. */
  private static final Pattern CALL = Pattern.compile("(?:(\\w+)\\.)?(\\w+)\\(");

  /** Annotations, types and constants. */
  private static final Pattern CAPITAL = Pattern.compile("(?<![\\w.\"-])[A-Z]\\w+");

  private static final Pattern WORD = Pattern.compile("[A-Za-z]\\w*");

  /** Types of Java and of the runtime. */
  private static final Set<String> OTHERS =
      Set.of(
          "ArithmeticException",
          "Buffer",
          "Double",
          "Float",
          "IllegalStateException",
          "Integer",
          "KernelInfo",
          "KernelTrapException",
          "Math",
          "MemorySegment",
          "NaN",
          "StrictMath");

  private static final Set<String> KEYWORDS = Set.of("for", "if", "while");

  private final Page page;

  Names(Page page) {
    this.page = page;
  }

  /** Every word in code. */
  Set<String> all() {
    return page.spans().stream()
        .flatMap(span -> WORD.matcher(span).results())
        .map(word -> word.group())
        .collect(Collectors.toSet());
  }

  /** The names that claim to be of the language and are not; sentences claim nothing. */
  Set<String> unknown(List<Member> language) {
    Set<String> known =
        language.stream()
            .flatMap(member -> Stream.of(member.owner(), member.name()))
            .collect(Collectors.toSet());
    return page.spans().stream()
        .filter(span -> !span.endsWith("."))
        .flatMap(Names::claimed)
        .filter(name -> !known.contains(name) && !OTHERS.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> claimed(String span) {
    Stream<String> calls =
        CALL.matcher(span)
            .results()
            .filter(call -> call.group(1) == null || !OTHERS.contains(call.group(1)))
            .map(call -> call.group(2))
            .filter(name -> !KEYWORDS.contains(name));
    Stream<String> capitals =
        CAPITAL
            .matcher(span)
            .results()
            .map(MatchResult::group)
            .filter(word -> !word.startsWith("KILN"));
    return Stream.concat(calls, capitals);
  }
}
