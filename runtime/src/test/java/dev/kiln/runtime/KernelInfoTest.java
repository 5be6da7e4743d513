package dev.kiln.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.runtime.KernelInfo.Access;
import dev.kiln.runtime.KernelInfo.ScalarParameter;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a manifest says, and what is said where there is none. */
class KernelInfoTest {

  @Test
  void aManifestTellsParametersVariantsAndTexts() {
    KernelInfo info = AxpyKernel.info();
    assertEquals("pkg.Vectors.axpy", info.kernel());
    assertEquals("pkg.AxpyKernel", info.launcher());
    assertEquals(
        List.of(
            new TensorParameter("x", "f32", 1, Access.READ, List.of("n")),
            new TensorParameter("y", "f32", 1, Access.READWRITE, List.of("n")),
            new ScalarParameter("alpha", "float")),
        info.parameters());
    assertEquals(3, info.variants().size());
    var first = info.variants().getFirst();
    assertEquals(Map.of("bm", "1", "fast", "true"), first.constants());
    assertEquals(List.of("cpu"), first.targets());
    assertEquals(128L, first.resources().get("v3.scratchBytes"));
    assertEquals(Map.of("cpu", "cpu-linux-x86_64.so"), info.artifacts());
    assertEquals(List.of("CHECKED", "LOWERED"), info.stages(0, "cpu"));
    assertEquals("lowered", info.text(0, "cpu", "LOWERED"));
    assertEquals("kernel axpy", info.tileText(0));
    var missing = assertThrows(IllegalArgumentException.class, () -> info.text(1, "cpu", "FLAT"));
    assertEquals(
        "Kernel pkg.Vectors.axpy has no stage FLAT of variant 1 for cpu.", missing.getMessage());
  }

  @Test
  void aClassThatWasNotProcessedSaysHowToConfigureTheProcessor() {
    var unprocessed =
        assertThrows(
            UnprocessedKernelException.class, () -> KernelInfo.of(KernelInfoTest.class, "gemm"));
    assertEquals(
        "Kernel dev.kiln.runtime.KernelInfoTest.gemm was not compiled: name dev.kiln:kiln-processor"
            + " in the annotationProcessorPaths of maven-compiler-plugin (in Gradle as"
            + " annotationProcessor) and compile its class again.",
        unprocessed.getMessage());
  }

  @Test
  void aDamagedManifestIsSaidToBe() {
    var damaged =
        assertThrows(
            IllegalStateException.class,
            () -> AxpyLibrary.info(AxpyLibrary.MANIFEST.replace("launcher=", "lunch=")));
    assertEquals(
        "The manifest of kernel pkg.Vectors.axpy is damaged: it has no entry launcher.",
        damaged.getMessage());
  }

  @Test
  void aKernelWithoutABinaryForThisMachineSaysWhatItHas() {
    var elsewhere =
        AxpyLibrary.MANIFEST.replace("artifact.cpu=cpu-linux-x86_64.so", "artifact.cuda=a.ptx");
    var none =
        assertThrows(
            UnsupportedOperationException.class,
            () -> CpuProgram.load(AxpyLibrary.info(elsewhere), 0));
    assertEquals(
        "Kernel pkg.Vectors.axpy has no binary for the CPU; it was compiled for [cuda].",
        none.getMessage());
    var foreign = AxpyLibrary.MANIFEST.replace("linux-x86_64", "windows-x86_64");
    var wrong =
        assertThrows(
            UnsupportedOperationException.class,
            () -> CpuProgram.load(AxpyLibrary.info(foreign), 0));
    assertTrue(wrong.getMessage().startsWith("Kernel pkg.Vectors.axpy has cpu-windows-x86_64.so,"));
  }
}
