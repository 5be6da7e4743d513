package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CpuBackendTest {

  @Test
  void thePipelineIsTheListOfItsGoldenFile() throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(CpuBackendTest.class.getResourceAsStream("/pipelines/cpu.txt"))) {
      String expected = new String(golden.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected, CpuBackend.BACKEND.pipeline().listing());
    }
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
    assertEquals("there is no backend gpu; there are: cpu", error.getMessage());
  }
}
