package dev.kiln.lang;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the user sets from outside, read once: {@code -Dkiln.reference=race,poison} or {@code
 * KILN_REFERENCE}, and {@code -Dkiln.reference.seed=7} or {@code KILN_REFERENCE_SEED}.
 *
 * @param reference how kernels that are called directly run by default
 */
record Settings(Reference reference) {

  static final Settings READ =
      parse(setting("kiln.reference", ""), setting("kiln.reference.seed", "0"));

  static Settings parse(String modes, String seed) {
    var set = EnumSet.noneOf(Reference.Mode.class);
    Arrays.stream(modes.split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .map(Settings::mode)
        .forEach(set::add);
    try {
      return new Settings(new Reference(set, Long.parseLong(seed)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Expected a whole number for kiln.reference.seed, found '%s'.".formatted(seed), e);
    }
  }

  private static Reference.Mode mode(String word) {
    return Arrays.stream(Reference.Mode.values())
        .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected race, poison, bounds or shuffle in kiln.reference, found '%s'."
                        .formatted(word)));
  }

  private static String setting(String property, String otherwise) {
    @Nullable String value = System.getProperty(property);
    if (value == null) {
      value = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
    return value == null ? otherwise : value;
  }
}
