package dev.kiln.testkit.docs;

import dev.kiln.testkit.arch.Repository;
import java.util.ArrayList;
import java.util.List;

/** Parts of compiled files that documents show. */
final class Samples {
  private Samples() {}

  /**
   * A part as a fence of Markdown.
   *
   * @param source a file's path, or {@code path#name} for the lines between {@code // sample: name}
   *     and {@code // end}
   */
  static List<String> fence(String source) {
    String[] parts = source.split("#", 2);
    List<String> lines = Repository.read(Repository.root().resolve(parts[0])).lines().toList();
    List<String> shown = parts.length == 1 ? lines : part(lines, parts[1], source);
    List<String> fence = new ArrayList<>();
    fence.add("```java");
    fence.addAll(String.join("\n", shown).stripTrailing().stripIndent().strip().lines().toList());
    fence.add("```");
    return fence;
  }

  private static List<String> part(List<String> lines, String name, String source) {
    List<String> part = new ArrayList<>();
    boolean isInside = false;
    for (String line : lines) {
      String text = line.strip();
      if (text.equals("// sample: " + name)) {
        isInside = true;
      } else if (text.equals("// end")) {
        isInside = false;
      } else if (isInside) {
        part.add(line);
      }
    }
    if (part.isEmpty()) {
      throw new IllegalArgumentException("There is no sample " + source + ".");
    }
    return part;
  }
}
