package dev.kiln.testkit.docs;

import dev.kiln.testkit.arch.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document in Markdown. A line {@code <!-- table: … -->} or {@code <!-- sample: … -->} says where
 * the table or fence below it comes from.
 *
 * @param name its path within the repository
 */
record Page(String name, String text) {
  private static final Pattern MARK = Pattern.compile("<!-- ((?:table|sample): .*) -->");
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  /** The README and everything in {@code docs} that is written by hand. */
  static List<Page> all() {
    Path root = Repository.root();
    return Stream.concat(
            Stream.of(root.resolve("README.md")),
            Repository.files(root.resolve("docs"), path -> path.toString().endsWith(".md"))
                .stream())
        .filter(Files::exists)
        .map(path -> new Page(root.relativize(path).toString(), Repository.read(path)))
        .toList();
  }

  static Page of(String name) {
    return new Page(name, Repository.read(Repository.root().resolve(name)));
  }

  void write() {
    try {
      Files.writeString(Repository.root().resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This page with the block below each mark made anew. */
  Page with(Function<String, List<String>> blocks) {
    List<String> made = new ArrayList<>();
    List<String> lines = text.lines().toList();
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at++);
      made.add(line);
      Matcher mark = MARK.matcher(line);
      if (mark.matches()) {
        made.addAll(blocks.apply(mark.group(1)));
        at = blockEnd(lines, at);
      }
    }
    return new Page(name, String.join("\n", made) + "\n");
  }

  private static int blockEnd(List<String> lines, int start) {
    int at = start;
    if (at < lines.size() && lines.get(at).startsWith("```")) {
      do {
        at++;
      } while (!lines.get(at).startsWith("```"));
      return at + 1;
    }
    while (at < lines.size() && lines.get(at).startsWith("|")) {
      at++;
    }
    return at;
  }

  /** The code within the lines of text and tables, not that of fences. */
  List<String> spans() {
    String withoutFences = text.replaceAll("(?s)```.*?```", "");
    return SPAN.matcher(withoutFences).results().map(span -> span.group(1)).toList();
  }
}
