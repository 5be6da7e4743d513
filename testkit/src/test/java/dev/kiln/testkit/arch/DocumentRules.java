package dev.kiln.testkit.arch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What documents say is so. Each rule returns its findings, one a line. */
final class DocumentRules {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern COMMAND = Pattern.compile("\\./dev ([a-z]+)");
  private static final Pattern LISTED = Pattern.compile("(?m)^#: ([a-z]+)");
  private static final Pattern SETTING = Pattern.compile("(?<![a-z.])kiln(?:\\.[a-z]+)+\\b");
  private static final Pattern QUOTED_SETTING = Pattern.compile("\"(kiln(?:\\.[a-z]+)+)\"");
  private static final Pattern PATH = Pattern.compile("`((?:[\\w.-]+/)+[\\w.-]*)`");

  private DocumentRules() {}

  /** A document of the checkout. */
  record Document(Path file, String text) {
    static List<Document> all() {
      Path root = Repository.root();
      var files = new ArrayList<Path>(Repository.files(root.resolve("docs"), Document::isText));
      files.addAll(List.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")));
      return files.stream()
          .filter(Files::isRegularFile)
          .map(file -> new Document(file, Repository.read(file)))
          .toList();
    }

    private static boolean isText(Path file) {
      return file.toString().endsWith(".md");
    }
  }

  /** Links to files lead somewhere. */
  static List<String> deadLinks(List<Document> documents) {
    var findings = new ArrayList<String>();
    for (Document document : documents) {
      for (String target : matches(LINK, document.text())) {
        Path folder = document.file().toAbsolutePath().getParent();
        if (folder == null || !Files.exists(folder.resolve(target))) {
          findings.add("%s links to %s".formatted(document.file().getFileName(), target));
        }
      }
    }
    return findings;
  }

  /** Paths in code font that begin with a module's name, or with docs, exist. */
  static List<String> deadPaths(List<Document> documents) {
    Path root = Repository.root();
    var findings = new ArrayList<String>();
    for (Document document : documents) {
      for (String path : matches(PATH, document.text())) {
        String first = path.substring(0, path.indexOf('/'));
        boolean ours = Repository.MODULES.contains(first) || first.equals("docs");
        if (ours && !Files.exists(root.resolve(path))) {
          findings.add("%s names %s".formatted(document.file().getFileName(), path));
        }
      }
    }
    return findings;
  }

  /** Commands are those that {@code script} lists. */
  static List<String> deadCommands(List<Document> documents, String script) {
    Set<String> listed = matches(LISTED, script);
    var findings = new ArrayList<String>();
    for (Document document : documents) {
      for (String command : matches(COMMAND, document.text())) {
        if (!listed.contains(command)) {
          findings.add("%s tells of ./dev %s".formatted(document.file().getFileName(), command));
        }
      }
    }
    return findings;
  }

  /** The settings that a page lists are those that the code reads. */
  static List<String> wrongSettings(String page, List<Source> sources) {
    Set<String> told = matches(SETTING, page);
    Set<String> read =
        sources.stream()
            .filter(source -> source.name().matches(".*(Settings|OptionName)\\.java"))
            .flatMap(source -> matches(QUOTED_SETTING, source.text()).stream())
            .collect(Collectors.toSet());
    var findings = new ArrayList<String>();
    read.stream().filter(name -> !told.contains(name)).forEach(it -> findings.add(it + " untold"));
    told.stream().filter(name -> !read.contains(name)).forEach(it -> findings.add(it + " unread"));
    return findings;
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(match.groupCount()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
