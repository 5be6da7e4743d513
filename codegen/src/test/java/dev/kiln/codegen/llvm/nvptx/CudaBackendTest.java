package dev.kiln.codegen.llvm.nvptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CudaBackendTest {

  @Test
  void thePipelineIsTheListOfItsGoldenFile() throws IOException {
    Path golden = Path.of("src/test/resources/pipelines/cuda.txt");
    String listing = CudaBackend.BACKEND.pipeline().listing();
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(golden, listing);
    }
    assertEquals(Files.readString(golden), listing);
  }

  @Test
  void thereIsATargetForEachArchitecture() {
    assertEquals(
        List.of("sm_80", "sm_86", "sm_89", "sm_90a", "sm_90a.plain", "sm_100a", "sm_120"),
        CudaBackend.BACKEND.targets().stream().map(Target::tag).toList());
  }

  @Test
  void theBackendIsFoundByName() {
    assertSame(CudaBackend.BACKEND, Backends.forName("cuda"));
    assertEquals("cuda:sm_90a", Backends.target("cuda:sm_90a").toString());
  }
}
