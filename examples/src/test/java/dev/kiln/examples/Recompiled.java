package dev.kiln.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Examples compiled anew, with other variants and in another package. */
final class Recompiled {
  /** The package that the examples are moved to. */
  static final String PACKAGE = "recompiled";

  private static final Pattern ROWS =
      Pattern.compile("@TileKernel\\s+(?:@Variant\\([^)]*\\)\\s+)*@Variant\\([^)]*\"(.*)\"\\)");

  private Recompiled() {}

  /**
   * Compiles into {@code classes} within a folder.
   *
   * @param names of the classes
   * @param rows makes new rows from a kernel's last one
   * @param targets to compile for, as the processor takes them
   */
  static void examples(
      Path folder, List<String> names, Function<String, List<String>> rows, String targets)
      throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String name : names) {
      String text = Page.of("examples/src/main/java/dev/kiln/examples/" + name + ".java").text();
      Path source = folder.resolve(name + ".java");
      Files.writeString(
          source,
          ROWS.matcher(text.replace("package dev.kiln.examples;", "package " + PACKAGE + ";"))
              .replaceAll(kernel -> Matcher.quoteReplacement(annotations(rows, kernel.group(1)))));
      sources.add(source);
    }
    compile(sources, Files.createDirectories(folder.resolve("classes")), targets);
  }

  private static String annotations(Function<String, List<String>> rows, String row) {
    return rows.apply(row).stream()
        .map(each -> "@Variant(\"" + each + "\")")
        .collect(Collectors.joining("\n  ", "@TileKernel\n  ", ""));
  }

  private static void compile(List<Path> sources, Path classes, String targets) throws IOException {
    String path = System.getProperty("java.class.path");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-classpath",
              path,
              "-processorpath",
              path,
              "-processor",
              "dev.kiln.processor.KilnProcessor",
              "-Akiln.embed=tile",
              "-Akiln.targets=" + targets);
      boolean isDone =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertTrue(isDone, messages::toString);
    }
  }
}
