package dev.kiln.testkit.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Asserts what a rule found. */
final class Findings {
  private Findings() {}

  static void assertNone(List<String> findings) {
    assertEquals("", String.join("\n", findings));
  }

  /** Asserts that one of the findings contains {@code expected}. */
  static void assertFinds(String expected, List<String> findings) {
    assertTrue(
        findings.stream().anyMatch(finding -> finding.contains(expected)),
        () -> "no '%s' in %s".formatted(expected, findings));
  }
}
