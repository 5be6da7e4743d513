package dev.kiln.codegen.llvm.nvptx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Finishing;
import dev.kiln.codegen.Finishing.Finished;
import dev.kiln.codegen.Finishing.Remark;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.ToolSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PtxasTest {
  private static final byte[] PTX =
      """
      .version 7.0
      .target sm_80
      .address_size 64
      .visible .entry kiln_k0_sm_80(.param .u64 args)
      {
        ret;
      }
      """
          .getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  private static Job job() {
    return new Job(
        "cuda-sm_80",
        "cuda-sm_80.ptx",
        ArtifactKind.PTX,
        "nvptx64-nvidia-cuda",
        "sm_80",
        "+ptx70",
        List.of());
  }

  private Path program(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private static Finished finish(Path ptxas) {
    return new Ptxas()
        .finish(job(), PTX, new ToolSettings(Map.of(Ptxas.PROGRAM, ptxas), List.of()));
  }

  @Test
  void theUsersChoiceComesBeforeThePath() throws IOException {
    Path chosen = program("chosen/ptxas", "");
    Path found = program("bin/ptxas", "");
    List<Path> path = List.of(folder.resolve("nothing"), found.getParent());
    assertEquals(chosen, Ptxas.find(new ToolSettings(Map.of(Ptxas.PROGRAM, chosen), path)));
    assertEquals(found, Ptxas.find(new ToolSettings(Map.of(), path)));
  }

  @Test
  void withoutAnAssemblerThereIsNothing() {
    assertEquals(Finished.NOTHING, Finishing.NONE.finish(job(), PTX, ToolSettings.none()));
  }

  @Test
  void theCubinIsWhatTheAssemblerWrites() throws IOException {
    Finished finished = finish(program("ptxas", "echo cubin > cuda-sm_80.cubin"));
    Finishing.Extra cubin = finished.extras().getFirst();
    assertEquals("cuda-sm_80.cubin", cubin.name());
    assertEquals("cuda-sm_80.cubin", cubin.file());
    assertEquals("cubin\n", new String(cubin.bytes(), StandardCharsets.UTF_8));
    assertEquals(List.of(), finished.remarks());
  }

  @Test
  void aRefusalIsARemarkAndThereIsNoCubin() throws IOException {
    Finished finished = finish(program("ptxas", "echo unsupported .version; exit 255"));
    assertEquals(List.of(), finished.extras());
    assertEquals(
        List.of(new Remark.Refusal("cuda:sm_80", "unsupported .version")), finished.remarks());
  }

  @Test
  void anAssemblerThatCannotBeRunIsARemark() throws IOException {
    Path file = Files.writeString(folder.resolve("ptxas"), "no program");
    assertInstanceOf(Remark.Refusal.class, finish(file).remarks().getFirst());
  }

  @Test
  void spillsAndLossesAreRemarks() {
    String output =
        """
        ptxas info    : 0 bytes gmem
        ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized
        ptxas info    : Compiling entry function 'kiln_k0_sm_90a' for 'sm_90a'
        ptxas info    : Function properties for kiln_k0_sm_90a
            0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
        ptxas info    : Compiling entry function 'kiln_k1_sm_90a' for 'sm_90a'
        ptxas info    : Function properties for kiln_k1_sm_90a
            32 bytes stack frame, 24 bytes spill stores, 40 bytes spill loads
        ptxas warning : Something odd
        """;
    assertEquals(
        List.of(
            new Remark.Warning(
                "cuda:sm_90a",
                "(C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized"),
            new Remark.Spill("cuda:sm_90a", "kiln_k1_sm_90a", 24),
            new Remark.Warning("cuda:sm_90a", "Something odd")),
        Ptxas.remarks("cuda:sm_90a", output));
  }

  @Test
  void equalPtxGivesEqualCubins() {
    ToolSettings tools = ToolSettings.ofSystem(Map.of());
    assumeTrue(Ptxas.find(tools) != null, "there is no ptxas on this machine");
    Finished first = new Ptxas().finish(job(), PTX, tools);
    Finished second = new Ptxas().finish(job(), PTX, tools);
    assertEquals(List.of(), first.remarks());
    assertArrayEquals(first.extras().getFirst().bytes(), second.extras().getFirst().bytes());
  }
}
