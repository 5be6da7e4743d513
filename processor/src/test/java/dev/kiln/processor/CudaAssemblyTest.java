package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.testing.compile.Compilation;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.llvm.nvptx.CudaBackend;
import dev.kiln.codegen.llvm.nvptx.Ptxas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * All kernels of the corpus and of the examples are assembled for all architectures: no loss of
 * speed that the assembler would tell of, and no register in memory.
 */
final class CudaAssemblyTest {
  private static final List<Path> FOLDERS =
      List.of(
          Path.of("src/test/resources/frontend"),
          Path.of("../examples/src/main/java/dev/kiln/examples"));

  private static final String TARGETS =
      CudaBackend.BACKEND.targets().stream().map(Object::toString).collect(Collectors.joining(","));

  @TestFactory
  Stream<DynamicTest> kernels() throws IOException {
    assumeTrue(
        Ptxas.find(ToolSettings.ofSystem(Map.of())) != null,
        "there is no ptxas on this machine, so that no PTX is assembled");
    Set<Path> files = new TreeSet<>();
    for (Path folder : FOLDERS) {
      try (Stream<Path> all = Files.list(folder)) {
        all.filter(CudaAssemblyTest::hasKernels).forEach(files::add);
      }
    }
    assertTrue(files.size() > 10, files::toString);
    return files.stream()
        .map(file -> dynamicTest(file.getFileName().toString(), () -> assemble(file)));
  }

  private static boolean hasKernels(Path file) {
    try {
      return file.toString().endsWith(".java") && Files.readString(file).contains("@TileKernel");
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }

  private static void assemble(Path file) throws IOException {
    Compilation compilation =
        Sources.compile(
            new KilnProcessor(),
            List.of("-Akiln.targets=" + TARGETS, "-Akiln.embed=tile"),
            Files.readString(file));
    assertEquals(List.of(), compilation.errors());
    assertEquals(
        List.of(),
        compilation.warnings().stream().filter(found -> found.getSource() != null).toList());
    Set<String> files = Generated.files(compilation).keySet();
    for (String artifact :
        files.stream().filter(path -> path.endsWith(".ptx")).collect(Collectors.toSet())) {
      assertTrue(files.contains(artifact.replace(".ptx", ".cubin")), artifact);
    }
    long manifests = files.stream().filter(path -> path.endsWith("manifest.properties")).count();
    long cubins = files.stream().filter(path -> path.endsWith(".cubin")).count();
    long architectures =
        CudaBackend.BACKEND.targets().stream().map(Target::architecture).distinct().count();
    assertEquals(manifests * architectures, cubins);
  }
}
