package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that the compiler knows from class files only, and those whose text lies beside. */
final class NoSourceTest {
  private static final String KERNEL =
      """
      package t;

      import static dev.kiln.lang.Tile.*;

      import dev.kiln.lang.*;

      final class Known {
        @TileKernel
        static void known(FloatTensor<F32> a, String text) {
          grid(1, x -> a.set(x, 0f));
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void compileWithoutTheProcessor() throws IOException {
    Path source = folder.resolve("source/t/Known.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, KERNEL);
    Files.createDirectories(folder.resolve("classes"));
    Files.createDirectories(folder.resolve("out"));
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-proc:none", "-d", folder.resolve("classes").toString(), "-cp", path());
      javac.getTask(null, files, null, options, null, files.getJavaFileObjects(source)).call();
    }
  }

  private static String path() {
    return System.getProperty("java.class.path");
  }

  /** Runs the processor on the class file. */
  private List<String> process(String... more) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      List<String> options = new java.util.ArrayList<>(List.of("-proc:only", "-d"));
      options.add(folder.resolve("out").toString());
      options.addAll(List.of("-cp", folder.resolve("classes") + ":" + path()));
      options.addAll(List.of(more));
      var task = javac.getTask(null, files, found, options, List.of("t.Known"), null);
      task.setProcessors(List.of(new KilnProcessor()));
      task.call();
    }
    return found.getDiagnostics().stream()
        .map(diagnostic -> diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .toList();
  }

  @Test
  void aKernelWithoutTextIsRefusedByName() throws IOException {
    assertEquals(
        List.of("[KILN0004] The source text of kernel 'known' cannot be read."), process());
  }

  @Test
  void theSourcePathGivesTheText() throws IOException {
    assertEquals(
        List.of("[KILN1010] A kernel cannot have a parameter of type 'String'."),
        process("-sourcepath", folder.resolve("source").toString(), "-Xprefer:newer"));
  }

  @Test
  void aTextThatLacksTheKernelIsRefusedByName() throws IOException {
    Path source = folder.resolve("older/t/Known.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "package t; final class Known {}");
    // The class file is the newer one, so it is what the compiler knows.
    Files.setLastModifiedTime(source, FileTime.fromMillis(0));
    assertEquals(
        List.of(
            "[KILN0005] Method 'known' is not found in the source text that the compiler gave."),
        process("-sourcepath", folder.resolve("older").toString(), "-Xprefer:newer"));
  }
}
