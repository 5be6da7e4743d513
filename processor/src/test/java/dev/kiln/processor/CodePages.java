package dev.kiln.processor;

import dev.kiln.processor.diagnostics.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the pages of {@code docs/errors} from the catalogue and the marked files. */
final class CodePages {
  private CodePages() {}

  /** The text of every page by file name. */
  static Map<String, String> all() throws IOException {
    Map<Code, String> examples = examples();
    Map<String, String> pages = new TreeMap<>();
    StringBuilder index = new StringBuilder("# What Kiln says, by code\n\n| code | message |\n");
    index.append("| --- | --- |\n");
    for (Code code : Code.values()) {
      pages.put(code.id() + ".md", page(code, examples.get(code)));
      index.append(
          "| [%s](%s.md) | %s |\n"
              .formatted(code.id(), code.id(), code.messageTemplate().replace("|", "\\|")));
    }
    pages.put("README.md", index.toString());
    return pages;
  }

  private static String page(Code code, String example) {
    StringBuilder page = new StringBuilder();
    page.append("# %s\n\n".formatted(code.id()));
    page.append("%s:\n\n> %s\n\n".formatted(name(code), code.messageTemplate()));
    page.append("What to do:\n\n> %s\n\n".formatted(code.cureTemplate()));
    page.append("Why: %s\n".formatted(code.reason()));
    if (example != null) {
      page.append("\n```java\n%s```\n".formatted(example));
    }
    return page.toString();
  }

  private static String name(Code code) {
    return switch (code.severity()) {
      case ERROR -> "Error";
      case WARNING -> "Warning";
      case NOTE -> "Note";
    };
  }

  /** The first marked line of each code, with its mark. */
  static Map<Code, String> examples() throws IOException {
    Map<Code, String> examples = new TreeMap<>();
    for (Path file : MarkedFilesTest.files().toList()) {
      List<String> lines = Files.readAllLines(file);
      String wrong = "";
      for (String line : lines) {
        if (!line.contains("//~")) {
          wrong = line;
        } else if (line.contains("[KILN")) {
          int start = line.indexOf("[KILN");
          Code code = Code.ofId(line.substring(start + 1, start + 9));
          examples.putIfAbsent(code, wrong + "\n" + line.replace(" | ", "\n//~ ") + "\n");
        }
      }
    }
    return examples;
  }
}
