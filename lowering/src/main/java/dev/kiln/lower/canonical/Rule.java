package dev.kiln.lower.canonical;

import java.util.List;

/**
 * One equation, read from left to right: what looks like the left side becomes the right side.
 *
 * <p>Text: {@code left = right} or {@code left = right where condition, condition}. Variables from
 * {@code a} to {@code h} match constants only; their terms on the right are folded. Truth values
 * are written {@code true} and {@code false}. A condition must be known to hold of every value that
 * its variables may have: a comparison; {@code power(c)}, a positive power of two; {@code
 * exact(term)}, nothing in it wraps; {@code log2(c)} may stand on the right for the exponent of a
 * power of two.
 */
record Rule(Domain domain, String equation, Term left, Term right, List<Condition> conditions) {

  /** What the operands of an equation are. */
  enum Domain {
    INTEGER,
    FLOAT,
    BOOL
  }

  /** What must be known before the equation may be used. */
  sealed interface Condition {
    /** The comparison is true of what matched. */
    record Holds(Term.Compare comparison) implements Condition {}

    /** The term is a constant power of two. */
    record PowerOfTwo(Term term) implements Condition {}

    /** The term does not leave its type. */
    record Exact(Term.Binary term) implements Condition {}
  }

  /** One rule a line of {@code text}. */
  static List<Rule> table(Domain domain, String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(line -> of(domain, line))
        .toList();
  }

  private static Rule of(Domain domain, String line) {
    String[] halves = line.split(" where ", 2);
    String[] sides = halves[0].split(" = ", 2);
    List<Condition> conditions =
        halves.length == 1
            ? List.of()
            : List.of(halves[1].split(",(?![^(]*\\))")).stream().map(Rule::condition).toList();
    return new Rule(
        domain, line, TermParser.parse(sides[0]), TermParser.parse(sides[1]), conditions);
  }

  private static Condition condition(String text) {
    String trimmed = text.strip();
    if (trimmed.startsWith("power(")) {
      return new Condition.PowerOfTwo(TermParser.parse(inner(trimmed)));
    }
    if (trimmed.startsWith("exact(")) {
      return new Condition.Exact((Term.Binary) TermParser.parse(inner(trimmed)));
    }
    return new Condition.Holds((Term.Compare) TermParser.parse(trimmed));
  }

  private static String inner(String call) {
    return call.substring(call.indexOf('(') + 1, call.lastIndexOf(')'));
  }

  @Override
  public String toString() {
    return equation;
  }
}
