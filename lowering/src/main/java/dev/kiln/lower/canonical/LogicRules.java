package dev.kiln.lower.canonical;

import java.util.List;

/** Equations of truth values, and of choices and comparisons between any values. */
final class LogicRules {
  private LogicRules() {}

  private static final String TRUTH =
      """
      c & x = x & c
      c | x = x | c
      c ^ x = x ^ c
      x & true = x
      x & false = false
      x & x = x
      x & !x = false
      (x & y) & x = x & y
      (x & y) & y = x & y
      x | true = true
      x | false = x
      x | x = x
      x | !x = true
      x ^ false = x
      x ^ true = !x
      x ^ x = false
      !!x = x
      x == true = x
      x == false = !x
      x != true = !x
      x != false = x
      select(x, true, false) = x
      select(x, false, true) = !x
      select(x, y, false) = x & y
      select(x, true, y) = x | y
      """;

  private static final String NEGATED =
      """
      !(x == y) = x != y
      !(x != y) = x == y
      """;

  private static final String NEGATED_ORDER =
      """
      !(x < y) = x >= y
      !(x <= y) = x > y
      !(x > y) = x <= y
      !(x >= y) = x < y
      """;

  private static final String CHOICE =
      """
      select(true, x, y) = x
      select(false, x, y) = y
      select(z, x, x) = x
      select(!z, x, y) = select(z, y, x)
      select(z, select(z, x, y), w) = select(z, x, w)
      select(z, x, select(z, y, w)) = select(z, x, w)
      """;

  /** Of truth values. */
  static final List<Rule> TRUTHS = Rule.table(Rule.Domain.BOOL, TRUTH);

  /** Of comparisons of integers. */
  static final List<Rule> INTEGER =
      Rule.table(Rule.Domain.INTEGER, NEGATED + NEGATED_ORDER + CHOICE);

  /** Of comparisons of floats; NaN forbids to turn an order around. */
  static final List<Rule> FLOAT = Rule.table(Rule.Domain.FLOAT, NEGATED + CHOICE);

  /** Of choices between truth values. */
  static final List<Rule> CHOICES = Rule.table(Rule.Domain.BOOL, CHOICE);
}
