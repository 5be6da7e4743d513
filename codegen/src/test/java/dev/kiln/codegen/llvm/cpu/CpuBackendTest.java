package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuBackendTest {

  @Test
  void thePipelineIsTheListOfItsGoldenFile() throws IOException {
    Path golden = Path.of("src/test/resources/pipelines/cpu.txt");
    String listing = CpuBackend.BACKEND.pipeline().listing();
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(golden, listing);
    }
    assertEquals(Files.readString(golden), listing);
  }

  @Test
  void thereIsATargetForEachLevel() {
    assertEquals(
        List.of("v2", "v3", "v4"), CpuBackend.BACKEND.targets().stream().map(Target::tag).toList());
  }

  @Test
  void backendsAreFoundByName() {
    assertSame(CpuBackend.BACKEND, Backends.forName("cpu"));
    var error = assertThrows(IllegalArgumentException.class, () -> Backends.forName("gpu"));
    assertEquals("there is no backend gpu; there are: cpu, cuda", error.getMessage());
  }
}
