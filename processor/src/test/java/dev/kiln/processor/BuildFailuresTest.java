package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import javax.annotation.processing.Processor;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around a kernel that is right: natives, files; and notes that are asked for. */
final class BuildFailuresTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Right {
        @TileKernel
        static void right(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
      }
      """;

  @TempDir Path folder;

  private static List<String> places(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(found -> found.getMessage(Locale.ROOT).startsWith("[KILN"))
        .map(
            found ->
                "%s %d:%d %s"
                    .formatted(
                        found.getKind(),
                        found.getLineNumber(),
                        found.getColumnNumber(),
                        found.getMessage(Locale.ROOT).substring(0, 10)))
        .toList();
  }

  @Test
  void timesAndStopsAreNotesAtTheKernel() {
    Compilation timed = Sources.compile(new KilnProcessor(), List.of("-Akiln.time"), KERNEL);
    assertThat(timed).succeeded();
    assertEquals(List.of("NOTE 6:15 [KILN3001]"), places(timed));
    Compilation stopped =
        Sources.compile(
            new KilnProcessor(), List.of("-Akiln.stop=LOWERED", "-Akiln.dump=" + folder), KERNEL);
    assertEquals(List.of("NOTE 6:15 [KILN3002]"), places(stopped));
  }

  /** A processor of a path that lacks some of what it needs. */
  private static List<String> placesWithout(Predicate<String> isMissing, String text)
      throws ReflectiveOperationException, IOException {
    try (URLClassLoader incomplete =
        new URLClassLoader(
            Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(isMissing.negate())
                .map(BuildFailuresTest::url)
                .toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader())) {
      Processor processor =
          (Processor)
              incomplete
                  .loadClass(KilnProcessor.class.getName())
                  .getDeclaredConstructor()
                  .newInstance();
      Compilation compilation = Sources.compile(processor, List.of(), KERNEL);
      assertThat(compilation).hadErrorContaining(text);
      return places(compilation);
    }
  }

  @Test
  void withoutTheNativesTheKernelIsRefused() throws ReflectiveOperationException, IOException {
    assertEquals(
        List.of("ERROR 6:15 [KILN0007]"),
        placesWithout(entry -> entry.contains("/llvm-"), "is not on the processor path"));
  }

  @Test
  void aProcessorAloneOnItsPathSaysWhatIsMissing()
      throws ReflectiveOperationException, IOException {
    assertEquals(
        List.of("ERROR -1:-1 [KILN0011]"),
        placesWithout(
            entry -> !entry.contains("/processor/"), "the processor path lacks 'dev.kiln."));
    assertEquals(
        List.of("ERROR -1:-1 [KILN0011]"),
        placesWithout(
            entry -> entry.contains("/codegen/"), "the processor path lacks 'dev.kiln.codegen."));
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException broken) {
      throw new AssertionError(entry, broken);
    }
  }

  /** A compiler's files, of which the binary of a kernel cannot be written. */
  private static final class FullDisk extends ForwardingJavaFileManager<StandardJavaFileManager> {
    FullDisk(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public FileObject getFileForOutput(
        JavaFileManager.Location location, String packageName, String name, FileObject sibling)
        throws IOException {
      FileObject file = super.getFileForOutput(location, packageName, name, sibling);
      return name.endsWith(".so")
          ? new ForwardingJavaFileObject<>((JavaFileObject) file) {
            @Override
            public OutputStream openOutputStream() throws IOException {
              throw new IOException("No space left on device");
            }
          }
          : file;
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsAnError() throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    Path manifest = folder.resolve("META-INF/kiln/t.Right/right/manifest.properties");
    Files.createDirectories(manifest.getParent());
    Files.writeString(manifest, "kernel=t.Right.right\n");
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      List<String> options = new ArrayList<>(List.of("-d", folder.toString()));
      var task =
          javac.getTask(
              null, new FullDisk(files), found, options, null, List.of(Sources.file(KERNEL)));
      task.setProcessors(List.of(new KilnProcessor()));
      assertEquals(false, task.call());
    }
    String message = found.getDiagnostics().getFirst().getMessage(Locale.ROOT);
    assertTrue(message.startsWith("[KILN0008]"), message);
    assertTrue(message.contains("No space left on device"), message);
    assertEquals(6, found.getDiagnostics().getFirst().getLineNumber());
    // What an earlier build has left does not speak of files that this one has half written.
    assertEquals("", Files.readString(manifest));
  }

  /** Takes the place of NVIDIA's assembler: says that registers lie in memory. */
  private static final String ASSEMBLER =
      """
      #!/bin/sh
      echo "ptxas info    : Compiling entry function 'kiln_k0_sm_80' for 'sm_80'"
      echo "    0 bytes stack frame, 24 bytes spill stores, 24 bytes spill loads"
      touch "$5"
      """;

  private Compilation spilled(String annotation) throws IOException {
    Path assembler = folder.resolve("ptxas");
    Files.writeString(assembler, ASSEMBLER);
    assertTrue(assembler.toFile().setExecutable(true));
    return Sources.compile(
        new KilnProcessor(),
        List.of("-Akiln.targets=cuda:sm_80", "-Akiln.ptxas=" + assembler),
        KERNEL.replace("  @TileKernel", annotation + "  @TileKernel"));
  }

  @Test
  void aWarningIsTurnedOffByItsCode() throws IOException {
    assertEquals(List.of("WARNING 6:15 [KILN1602]"), places(spilled("")));
    assertEquals(List.of(), places(spilled("@SuppressWarnings(\"KILN1602\")")));
    assertEquals(
        List.of("WARNING 6:15 [KILN1602]"), places(spilled("@SuppressWarnings(\"KILN1603\")")));
    String inClass =
        KERNEL.replace("class Right", "@SuppressWarnings({\"x\", \"KILN1602\"})\nclass Right");
    assertEquals(
        List.of(),
        places(
            Sources.compile(
                new KilnProcessor(),
                List.of("-Akiln.targets=cuda:sm_80", "-Akiln.ptxas=" + folder.resolve("ptxas")),
                inClass)));
  }

  @Test
  void ecjTurnsItOffToo() throws IOException {
    spilled("");
    List<String> options =
        List.of("-Akiln.targets=cuda:sm_80", "-Akiln.ptxas=" + folder.resolve("ptxas"));
    List<Ecj.Problem> warned = Ecj.compile(folder.resolve("warned"), options, KERNEL);
    assertEquals(1, warned.size());
    assertTrue(warned.getFirst().message().startsWith("[KILN1602]"), warned.toString());
    assertEquals("right", KERNEL.substring(warned.getFirst().start(), warned.getFirst().end() + 1));
    String silenced =
        KERNEL.replace("  @TileKernel", "@SuppressWarnings(\"KILN1602\")  @TileKernel");
    assertEquals(List.of(), Ecj.compile(folder.resolve("silenced"), options, silenced));
  }

  @Test
  void anErrorIsNotTurnedOff() {
    String wrong =
        KERNEL
            .replace("a.set(x, 1f)", "a.set(y, 1f)")
            .replace("  @TileKernel", "@SuppressWarnings(\"KILN1110\")  @TileKernel");
    assertEquals(List.of("ERROR 7:31 [KILN1110]"), places(Sources.compile(wrong)));
  }
}
