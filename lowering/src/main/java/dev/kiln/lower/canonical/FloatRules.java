package dev.kiln.lower.canonical;

import java.util.List;

/** Equations that hold for floats bit by bit, but for which NaN a NaN is. */
final class FloatRules {
  private FloatRules() {}

  private static final String EQUATIONS =
      """
      c + x = x + c
      c * x = x * c
      x - 0 = x
      x + -0 = x
      x * 1 = x
      x / 1 = x
      x * -1 = -x
      x / -1 = -x
      -(-x) = x
      x - -y = x + y
      x + -y = x - y
      -x + y = y - x
      (-x) * (-y) = x * y
      (-x) / (-y) = x / y
      abs(-x) = abs(x)
      abs(abs(x)) = abs(x)
      min(x, x) = x
      max(x, x) = x
      max(max(x, c), d) = max(x, max(c, d))
      min(min(x, c), d) = min(x, min(c, d))
      fma(x, 1, y) = x + y
      fma(1, x, y) = x + y
      c < x = x > c
      c <= x = x >= c
      c > x = x < c
      c >= x = x <= c
      floor(floor(x)) = floor(x)
      ceil(ceil(x)) = ceil(x)
      trunc(trunc(x)) = trunc(x)
      rint(rint(x)) = rint(x)
      """;

  static final List<Rule> RULES = Rule.table(Rule.Domain.FLOAT, EQUATIONS);
}
