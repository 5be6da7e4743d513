package dev.kiln.lower.canonical;

import java.util.List;

/** Equations of wrapping integers. */
final class IntegerRules {
  private IntegerRules() {}

  private static final String SUMS =
      """
      c + x = x + c
      x + 0 = x
      x - 0 = x
      x - x = 0
      0 - x = -x
      x - c = x + -c
      -(-x) = x
      x + -y = x - y
      -x + y = y - x
      x - -y = x + y
      (x + c) + d = x + (c + d)
      (x + c) + y = (x + y) + c
      x + (y + c) = (x + y) + c
      (x + c) - y = (x - y) + c
      x - (y + c) = (x - y) + -c
      (x + y) - x = y
      (x + y) - y = x
      (x - y) + y = x
      y + (x - y) = x
      """;

  private static final String PRODUCTS =
      """
      c * x = x * c
      x * 0 = 0
      x * 1 = x
      x * -1 = -x
      (x * c) * d = x * (c * d)
      x / 1 = x
      x % 1 = 0
      x / x = 1 where x > 0
      (x * c) / c = x where c != 0, exact(x * c)
      (x * c) % c = 0 where exact(x * c)
      (x * c + y) / c = x where exact(x * c), exact(x * c + y), x >= 0, y >= 0, y < c
      (x * c + y) % c = y where exact(x * c), exact(x * c + y), x >= 0, y >= 0, y < c
      (x / c) / d = x / (c * d) where c > 0, d > 0, exact(c * d)
      x / c = 0 where x >= 0, x < c
      x % c = x where x >= 0, x < c
      x / c = x >> log2(c) where x >= 0, power(c)
      x % c = x & (c - 1) where x >= 0, power(c)
      """;

  private static final String BITS =
      """
      c & x = x & c
      c | x = x | c
      c ^ x = x ^ c
      x & 0 = 0
      x & -1 = x
      x & x = x
      (x & c) & d = x & (c & d)
      x & c = x where x >= 0, x <= c, power(c + 1)
      x | 0 = x
      x | -1 = -1
      x | x = x
      x ^ 0 = x
      x ^ x = 0
      x ^ -1 = ~x
      ~(~x) = x
      x << 0 = x
      x >> 0 = x
      x >>> 0 = x
      """;

  private static final String ORDER =
      """
      min(x, x) = x
      max(x, x) = x
      min(x, y) = x where x <= y
      min(x, y) = y where y <= x
      max(x, y) = x where x >= y
      max(x, y) = y where y >= x
      min(min(x, y), y) = min(x, y)
      min(min(x, y), x) = min(x, y)
      max(max(x, y), y) = max(x, y)
      max(max(x, y), x) = max(x, y)
      min(min(x, c), d) = min(x, min(c, d))
      max(max(x, c), d) = max(x, max(c, d))
      abs(x) = x where x >= 0
      x == x = true
      x != x = false
      x < x = false
      x <= x = true
      x > x = false
      x >= x = true
      below(x, x) = false
      c < x = x > c
      c <= x = x >= c
      c > x = x < c
      c >= x = x <= c
      c == x = x == c
      c != x = x != c
      x < y = true where x < y
      x < y = false where x >= y
      x <= y = true where x <= y
      x <= y = false where x > y
      x > y = true where x > y
      x > y = false where x <= y
      x >= y = true where x >= y
      x >= y = false where x < y
      x == y = false where x < y
      x == y = false where x > y
      x != y = true where x < y
      x != y = true where x > y
      below(x, y) = true where x >= 0, x < y
      below(x, y) = false where y >= 0, x >= y
      below(x, y) = x < y where x >= 0, y >= 0
      """;

  static final List<Rule> RULES = Rule.table(Rule.Domain.INTEGER, SUMS + PRODUCTS + BITS + ORDER);
}
