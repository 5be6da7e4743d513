package dev.kiln.testkit.arch;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** What Kiln's source text may look like. Each rule returns its findings, one a line. */
final class SourceRules {
  static final int FILE_LINES = 600;
  static final int BODY_LINES = 40;
  static final int SWITCH_LINES = 120;
  static final int PARAMETERS = 5;

  private static final Pattern BAD_NAME =
      Pattern.compile("(Abstract|I[A-Z][a-z]).*|.*(Utils?|Helpers?|Manager|Impl|Base|Node)");
  private static final Pattern REMINDER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern MARKDOWN_COMMENT = Pattern.compile("^\\s*///");

  private SourceRules() {}

  /** Files are short; catalogues may be long, and are named. */
  static List<String> longFiles(List<Source> sources, Set<String> catalogues) {
    return sources.stream()
        .filter(source -> source.lines().size() > FILE_LINES)
        .filter(source -> !catalogues.contains(source.name()))
        .map(source -> "%s has %d lines".formatted(source.name(), source.lines().size()))
        .toList();
  }

  /** Bodies are short; what one switch takes counts apart, and tables are named. */
  static List<String> longMethods(List<Source> sources, Set<String> tables) {
    return overMethods(
        sources,
        (source, method) -> {
          if (method.getBody() == null || tables.contains(qualified(source, method))) {
            return null;
          }
          long lines = source.lastLine(method.getBody()) - source.firstLine(method.getBody()) - 1;
          long inSwitch = longestSwitch(source, method.getBody());
          boolean fits = lines - inSwitch <= BODY_LINES && lines <= SWITCH_LINES;
          return lines <= BODY_LINES || fits ? null : "has a body of %d lines".formatted(lines);
        });
  }

  /** Methods take few parameters; those in {@code allowed} ({@code Type.method}) say why there. */
  static List<String> longParameterLists(List<Source> sources, Set<String> allowed) {
    return overMethods(
        sources,
        (source, method) -> {
          int count = method.getParameters().size();
          boolean kernel = method.getModifiers().toString().contains("@Tile");
          boolean compact = !source.text(method).contains("(");
          if (count <= PARAMETERS
              || kernel
              || compact
              || allowed.contains(qualified(source, method))) {
            return null;
          }
          return "(%s) takes %d parameters".formatted(qualified(source, method), count);
        });
  }

  /** Names say what a thing is. */
  static List<String> vagueNames(List<Source> sources) {
    return overTypes(
        sources,
        (source, type) ->
            BAD_NAME.matcher(type.getSimpleName()).matches()
                ? "%s is no name of this house".formatted(type.getSimpleName())
                : null);
  }

  /** Every type but a private one says in a sentence what it is for. */
  static List<String> undocumentedTypes(List<Source> sources) {
    return overTypes(
        sources,
        (source, type) -> {
          long start = source.positions().getStartPosition(source.unit(), type);
          String before = source.text().substring(0, (int) start).stripTrailing();
          boolean documented =
              before.endsWith("*/") && before.startsWith("/**", before.lastIndexOf("/*"));
          boolean hidden =
              type.getModifiers().getFlags().contains(Modifier.PRIVATE)
                  || type.getSimpleName().isEmpty();
          return documented || hidden ? null : type.getSimpleName() + " has no Javadoc";
        });
  }

  /** Every package is null-marked and says what lives there. */
  static List<String> undescribedPackages(List<Source> sources) {
    var findings = new ArrayList<String>();
    for (Source source : sources) {
      String folder = source.name().substring(0, source.name().lastIndexOf('/'));
      boolean described =
          sources.stream()
              .anyMatch(
                  other ->
                      other.name().equals(folder + "/package-info.java")
                          && other.text().contains("/**")
                          && other.text().contains("@NullMarked"));
      if (!described) {
        findings.add(folder + " has no null-marked and documented package-info.java");
      }
    }
    return findings.stream().distinct().toList();
  }

  /** Nothing is left for later, and comments are of one kind. */
  static List<String> leftovers(List<Source> sources) {
    var findings = new ArrayList<String>();
    for (Source source : sources) {
      List<String> lines = source.lines();
      for (int i = 0; i < lines.size(); i++) {
        if (REMINDER.matcher(lines.get(i)).find()
            || MARKDOWN_COMMENT.matcher(lines.get(i)).find()) {
          findings.add("%s:%d: %s".formatted(source.name(), i + 1, lines.get(i).strip()));
        }
      }
    }
    return findings;
  }

  /** One finding about one thing, or null. */
  private interface Check<T> {
    @Nullable String of(Source source, T tree);
  }

  private static List<String> overMethods(List<Source> sources, Check<MethodTree> check) {
    var findings = new ArrayList<String>();
    walk(
        sources,
        (source, tree) -> {
          if (tree instanceof MethodTree method) {
            String finding = check.of(source, method);
            if (finding != null) {
              findings.add("%s: %s %s".formatted(source.at(tree), method.getName(), finding));
            }
          }
        });
    return findings;
  }

  private static List<String> overTypes(List<Source> sources, Check<ClassTree> check) {
    var findings = new ArrayList<String>();
    walk(
        sources,
        (source, tree) -> {
          if (tree instanceof ClassTree type) {
            String finding = check.of(source, type);
            if (finding != null) {
              findings.add("%s: %s".formatted(source.at(tree), finding));
            }
          }
        });
    return findings;
  }

  /** Calls {@code visitor} with every tree of every source. */
  static void walk(List<Source> sources, BiConsumer<Source, Tree> visitor) {
    for (Source source : sources) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
          if (tree != null) {
            visitor.accept(source, tree);
          }
          return super.scan(tree, null);
        }
      }.scan(source.unit(), null);
    }
  }

  private static long longestSwitch(Source source, BlockTree body) {
    long[] longest = {0};
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
        if (tree instanceof SwitchTree || tree instanceof SwitchExpressionTree) {
          long lines = source.lastLine(tree) - source.firstLine(tree) + 1;
          longest[0] = Math.max(longest[0], lines);
        }
        return super.scan(tree, null);
      }
    }.scan(body, null);
    return longest[0];
  }

  private static String qualified(Source source, MethodTree method) {
    String file = source.name().substring(source.name().lastIndexOf('/') + 1);
    String name = method.getName().contentEquals("<init>") ? "new" : method.getName().toString();
    return file.replace(".java", "") + "." + name;
  }
}
