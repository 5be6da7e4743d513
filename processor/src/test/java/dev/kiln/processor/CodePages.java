package dev.kiln.processor;

import dev.kiln.processor.diagnostics.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Makes the pages of {@code docs/errors} from the catalogue and the marked files. */
final class CodePages {
  private CodePages() {}

  /** The text of every page by file name. */
  static Map<String, String> all() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    StringBuilder index = new StringBuilder("# What Kiln says, by code\n\n");
    index.append("Messages as users meet them are in the [gallery](gallery.md).\n\n");
    index.append("| code | message |\n| --- | --- |\n");
    for (Code code : Code.values()) {
      pages.put(code.id() + ".md", page(code));
      index.append(
          "| [%s](%s.md) | %s |\n"
              .formatted(code.id(), code.id(), code.messageTemplate().replace("|", "\\|")));
    }
    pages.put("README.md", index.toString());
    return pages;
  }

  private static String page(Code code) {
    StringBuilder page = new StringBuilder();
    page.append("# %s\n\n".formatted(code.id()));
    page.append("%s:\n\n> %s\n\n".formatted(name(code), code.messageTemplate()));
    page.append("What to do:\n\n> %s\n\n".formatted(code.cureTemplate()));
    if (!code.holes().isEmpty()) {
      page.append("Where:\n\n");
      code.holes()
          .forEach((name, meaning) -> page.append("- `{%s}`: %s\n".formatted(name, meaning)));
      page.append('\n');
    }
    page.append("Why: %s\n".formatted(code.reason()));
    Path example = MarkedFilesTest.example(code);
    if (Files.exists(example)) {
      MarkedSource source = MarkedFilesTest.source(example);
      page.append("\nWrong:\n\n%s".formatted(block(source.uncorrected().replace(" | ", "\n//~ "))));
      page.append("\nRight:\n\n%s".formatted(block(source.corrected())));
    }
    for (BuildCodes.Row row : BuildCodes.ALL) {
      if (row.code() == code && !row.wrong().isEmpty()) {
        page.append(
            "\nWrong:\n\n```\n%s\n```\n\nRight:\n\n```\n%s\n```\n"
                .formatted(row.wrong(), row.right()));
      }
    }
    return page.toString();
  }

  /** The class, without what stands before it. */
  private static String block(String source) {
    return "```java\n%s```\n".formatted(source.substring(source.indexOf("final class")));
  }

  private static String name(Code code) {
    return switch (code.severity()) {
      case ERROR -> "Error";
      case WARNING -> "Warning";
      case NOTE -> "Note";
    };
  }
}
