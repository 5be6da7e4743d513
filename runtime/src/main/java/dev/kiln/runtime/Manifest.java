package dev.kiln.runtime;

import dev.kiln.runtime.KernelInfo.Access;
import dev.kiln.runtime.KernelInfo.Parameter;
import dev.kiln.runtime.KernelInfo.ScalarParameter;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import dev.kiln.runtime.KernelInfo.Variant;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a kernel, {@code manifest.properties}.
 *
 * <p>It is read at the first launch of a kernel, in a process that has just started as often as
 * not. There each lambda, switch over patterns and hash of a record makes the JVM write a class,
 * which together took longer than all that the driver does; so what a first launch runs has none.
 *
 * @param launcher the binary name of the generated launcher
 * @param parameters the parameters without {@code @Const}
 * @param variants the rows
 * @param artifacts the file of each target
 * @param traps the places where the kernel may stop; a launch that returns {@code n} stopped at
 *     number {@code n - 1}
 * @param details all that is said of each variant, by what follows its number
 */
record Manifest(
    String launcher,
    List<Parameter> parameters,
    List<Variant> variants,
    Map<String, String> artifacts,
    List<String> traps,
    List<Map<String, String>> details) {

  private static final String FILE = "manifest.properties";

  Manifest {
    parameters = List.copyOf(parameters);
    variants = List.copyOf(variants);
    traps = List.copyOf(traps);
    details = List.copyOf(details);
  }

  /** All that is said of a variant, by what follows its number. */
  Map<String, String> entries(int variant) {
    return details.get(variant);
  }

  static Manifest read(Resources resources) {
    @Nullable String text = resources.text(FILE);
    if (text == null) {
      throw new UnprocessedKernelException(resources.kernel());
    }
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "The manifest of kernel %s is damaged: %s".formatted(resources.kernel(), e.getMessage()),
          e);
    }
  }

  static Manifest parse(String text) {
    var properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> entries = new HashMap<>();
    for (Map.Entry<Object, Object> entry : properties.entrySet()) {
      entries.put((String) entry.getKey(), (String) entry.getValue());
    }
    List<Variant> variants = new ArrayList<>();
    List<Map<String, String>> details = new ArrayList<>();
    for (int v = 0; v < Integer.parseInt(require(entries, "variants")); v++) {
      variants.add(variant(v, entries));
      details.add(under(entries, "variant." + v + "."));
    }
    List<Parameter> parameters = new ArrayList<>();
    for (String parameter : numbered(entries, "param.", 0)) {
      parameters.add(parameter(parameter));
    }
    return new Manifest(
        require(entries, "launcher"),
        parameters,
        variants,
        under(entries, "artifact."),
        numbered(entries, "trap.", 1),
        details);
  }

  private static Variant variant(int index, Map<String, String> entries) {
    String prefix = "variant." + index + ".";
    Map<String, String> own = under(entries, prefix);
    Map<String, Long> resources = new HashMap<>();
    for (Map.Entry<String, String> entry : own.entrySet()) {
      if (entry.getKey().endsWith("Bytes")) {
        resources.put(entry.getKey(), Long.parseLong(entry.getValue()));
      }
    }
    Map<String, String> constants = new LinkedHashMap<>();
    for (String pair : words(require(entries, prefix + "constants"))) {
      String[] sides = pair.split("=", 2);
      constants.put(sides[0], sides[1]);
    }
    return new Variant(index, constants, words(require(entries, prefix + "targets")), resources);
  }

  private static Parameter parameter(String text) {
    String[] words = text.split(" ", -1);
    if (words[1].equals("scalar")) {
      return new ScalarParameter(words[0], words[2]);
    }
    return new TensorParameter(
        words[0],
        words[2],
        Integer.parseInt(words[3]),
        Access.valueOf(words[4].toUpperCase(Locale.ROOT)),
        words[5].equals("-") ? List.of() : words(words[5]));
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  private static Map<String, String> under(Map<String, String> entries, String prefix) {
    Map<String, String> found = new HashMap<>();
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      if (entry.getKey().startsWith(prefix)) {
        found.put(entry.getKey().substring(prefix.length()), entry.getValue());
      }
    }
    return Map.copyOf(found);
  }

  private static List<String> numbered(Map<String, String> entries, String prefix, int first) {
    List<String> found = new ArrayList<>();
    @Nullable String next = entries.get(prefix + first);
    while (next != null) {
      found.add(next);
      next = entries.get(prefix + (first + found.size()));
    }
    return found;
  }

  private static String require(Map<String, String> entries, String key) {
    @Nullable String value = entries.get(key);
    if (value == null) {
      throw new IllegalArgumentException("it has no entry " + key + ".");
    }
    return value;
  }
}
