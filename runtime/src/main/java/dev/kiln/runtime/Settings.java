package dev.kiln.runtime;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the user and the machine say, read once: {@code -Dkiln.cpu.threads=8} or {@code
 * KILN_CPU_THREADS}, and {@code -Dkiln.cpu.level=3} or {@code KILN_CPU_LEVEL}.
 *
 * @param cpuThreads the threads of {@link Device#cpu()}, 0 for one a core
 * @param cpuLevel the x86-64 level of binaries to run: 2, 3 or 4, or 0 for the best that the
 *     machine has
 * @param platform operating system and architecture, for example {@code linux-x86_64}
 */
record Settings(int cpuThreads, int cpuLevel, String platform) {

  static final Settings READ =
      new Settings(
          number("kiln.cpu.threads"),
          number("kiln.cpu.level"),
          platform(System.getProperty("os.name", ""), System.getProperty("os.arch", "")));

  static String platform(String system, String architecture) {
    String os = system.toLowerCase(Locale.ROOT).replaceAll("[ 0-9.].*", "");
    return os + "-" + (architecture.equals("amd64") ? "x86_64" : architecture);
  }

  private static int number(String property) {
    @Nullable String value = System.getProperty(property);
    if (value == null) {
      value = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
    return number(property, value == null ? "0" : value);
  }

  static int number(String property, String value) {
    if (!value.matches("[0-9]{1,6}")) {
      throw new IllegalArgumentException(
          "Expected a whole number for %s, found '%s'.".formatted(property, value));
    }
    return Integer.parseInt(value);
  }
}
