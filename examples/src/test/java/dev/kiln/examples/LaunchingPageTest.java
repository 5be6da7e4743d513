package dev.kiln.examples;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.runtime.CpuDevice;
import dev.kiln.runtime.CudaDevice;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.Event;
import dev.kiln.runtime.Graph;
import dev.kiln.runtime.KernelInfo;
import dev.kiln.runtime.KernelTrapException;
import dev.kiln.runtime.LaunchException;
import dev.kiln.runtime.Stream;
import dev.kiln.runtime.UnprocessedKernelException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** What {@code docs/launching.md} shows compiles, runs and says what it says. */
final class LaunchingPageTest {
  private static final Page PAGE = Page.of("docs/launching.md");

  @Test
  void aKernelIsLaunched() {
    float[] left = {1, 2, 3, 4};
    float[] right = {5, 6, 7, 8};
    // sample: first
    Device device = Device.cpu();
    try (var a = device.tensor(F32, 2, 2);
        var b = device.tensor(F32, 2, 2);
        var c = device.tensor(F32, 2, 2)) {
      a.copyFrom(left);
      b.copyFrom(right);
      GemmReluF32Kernel.launch(a, b, c);
      float[] product = c.toFloats();
      // end
      assertArrayEquals(new float[] {19, 22, 43, 50}, product);
      // sample: first
    }
    // end
  }

  @Test
  void devicesAreChosen() {
    // sample: devices
    CpuDevice one = Device.cpu().withThreads(1);
    CpuDevice old = Device.cpu().withLevel(2);
    // end
    for (CpuDevice device : List.of(one, old)) {
      try (var a = device.tensor(F32, 3);
          var b = device.tensor(F32, 3);
          var c = device.tensor(F32, 3)) {
        a.copyFrom(new float[] {1, 2, 3});
        VectorAddKernel.launch(a, b, c);
        assertArrayEquals(new float[] {1, 2, 3}, c.toFloats());
      }
    }
  }

  @Test
  void tensorsAreFilledAndRead() {
    // sample: tensors
    try (var weights = Device.cpu().tensor(F16, 128, 64);
        var counts = Device.cpu().tensor(I32, 256)) {
      weights.copyFrom(new float[128 * 64]); // rounds to half precision
      float first = weights.get(0, 0);
      int[] all = counts.toInts();
      // end
      assertEquals(0, first);
      assertEquals(256, all.length);
      // sample: tensors
    }
    // end
  }

  @Test
  void nativeMemoryIsWrapped() {
    // sample: wrap
    try (Arena arena = Arena.ofShared()) {
      MemorySegment elements = arena.allocate(4 * 1000, 64);
      FloatTensor<F32> tensor = Device.cpu().wrap(F32, elements, 1000);
      VectorAddKernel.launch(tensor, tensor, tensor);
    }
    // end
  }

  @Test
  @Tag("gpu")
  void aGpuIsUsed() {
    float[] numbers = new float[1000];
    Arrays.fill(numbers, 3);
    // sample: gpu
    CudaDevice gpu = Device.cuda();
    try (var a = gpu.tensor(F32, 1000);
        var b = gpu.tensor(F32, 1000);
        var c = gpu.tensor(F32, 1000)) {
      a.copyFrom(numbers);
      VectorAddKernel.launch(a, b, c); // stands in line
      float[] sums = c.toFloats(); // waits
      // end
      assertArrayEquals(numbers, sums);
      // sample: gpu
    }
    // end
  }

  @Test
  @Tag("gpu")
  void streamsOverlapAndTensorsKeepOrder() {
    CudaDevice gpu = Device.cuda();
    try (var a = gpu.tensor(F32, 1000);
        var b = gpu.tensor(F32, 1000);
        var x = gpu.tensor(F32, 1000);
        var y = gpu.tensor(F32, 1000);
        var z = gpu.tensor(F32, 1000)) {
      a.set(999, 1);
      b.set(999, 10);
      // sample: streams
      try (Stream left = gpu.newStream();
          Stream right = gpu.newStream()) {
        left.run(() -> VectorAddKernel.launch(a, a, x));
        right.run(() -> VectorAddKernel.launch(b, b, y)); // may run beside the first
        VectorAddKernel.launch(x, y, z); // waits for both
        Event start = left.record();
        left.run(() -> VectorAddKernel.launch(a, z, x));
        Event end = left.record();
        double seconds = end.secondsSince(start); // waits for both
        start.close();
        end.close();
        // end
        assertTrue(seconds >= 0);
        // sample: streams
      }
      // end
      assertEquals(22, z.get(999));
      assertEquals(23, x.get(999));
      // sample: graph
      try (Stream stream = gpu.newStream();
          Graph graph =
              stream.capture(
                  () -> {
                    VectorAddKernel.launch(a, b, x);
                    VectorAddKernel.launch(x, b, y);
                  })) {
        for (int i = 0; i < 100; i++) {
          graph.launch();
        }
      }
      // end
      assertEquals(21, y.get(999));
    }
  }

  @Test
  void aVariantIsChosen() {
    try (var x = Device.cpu().tensor(F32, 2, 2);
        var y = Device.cpu().tensor(F32, 2, 2);
        var z = Device.cpu().tensor(F32, 2, 2)) {
      // sample: variants
      GemmReluF32Kernel.launch(1, x, y, z); // the row for the CPU
      // end
    }
  }

  @Test
  void aKernelTellsWhatItIs() {
    // sample: info
    KernelInfo info = GemmReluF32Kernel.info();
    for (KernelInfo.Variant variant : info.variants()) {
      System.out.println(variant.constants() + " for " + variant.targets());
    }
    String start = info.tileText(1); // the IR that the method became
    List<String> stages = info.stages(1, "cpu-v3"); // what texts there are
    String end = info.text(1, "cpu-v3", "EMITTABLE"); // the IR that became machine code
    // end
    assertTrue(start.contains("gemm"), start);
    assertTrue(stages.contains("EMITTABLE"), stages::toString);
    assertTrue(end.contains("fma"), "the product is multiplied and added");
    assertEquals("dev.kiln.examples.Gemm.gemmReluF32", info.kernel());
    assertEquals(info.kernel(), KernelInfo.of(Gemm.class, "gemmReluF32").kernel());
  }

  @TestFactory
  List<DynamicTest> refusalsAreReal() {
    Device cpu = Device.cpu();
    FloatTensor<F32> a = cpu.tensor(F32, 2, 3);
    FloatTensor<F32> c = cpu.tensor(F32, 2, 4);
    FloatTensor<F32> closed = cpu.tensor(F32, 3, 4);
    closed.close();
    FloatTensor<F32> row = cpu.tensor(F32, 8);
    MemorySegment rest = row.memory().host().asSlice(4);
    return List.of(
        refused("no tensor", () -> GemmReluF32Kernel.launch(a, null, c)),
        refused("closed", () -> GemmReluF32Kernel.launch(a, closed, c)),
        refused("extents", () -> GemmReluF32Kernel.launch(a, cpu.tensor(F32, 5, 4), c)),
        refused("rank", () -> GemmReluF32Kernel.launch(a, cpu.tensor(F32, 12), c)),
        refused("fixed", () -> HistogramKernel.launch(cpu.tensor(U8, 99), cpu.tensor(I32, 10))),
        refused("view", () -> GemmReluF32Kernel.launch(a, cpu.tensor(F32, 4, 3).t(), c)),
        refused("variant", () -> GemmReluF32Kernel.launch(0, a, cpu.tensor(F32, 3, 4), c)),
        refused(
            "overlap",
            () -> {
              FloatTensor<F32> first =
                  Device.cpu().wrap(F32, row.memory().host().asSlice(0, 28), 7);
              VectorAddKernel.launch(first, first, Device.cpu().wrap(F32, rest, 7));
            }));
  }

  private static DynamicTest refused(String cause, Executable launch) {
    return DynamicTest.dynamicTest(
        cause, () -> PAGE.requireText(assertThrows(LaunchException.class, launch).getMessage()));
  }

  @Test
  void aTrapIsReal() {
    try (var a = Device.cpu().tensor(I32, 100);
        var b = Device.cpu().tensor(I32, 100);
        var c = Device.cpu().tensor(I32, 100)) {
      var trap = assertThrows(KernelTrapException.class, () -> QuotientsKernel.launch(a, b, c));
      PAGE.requireText(trap.getMessage());
      assertThrows(ArithmeticException.class, () -> LaunchingSamples.quotients(a, b, c));
    }
  }

  @Test
  void aMissingLevelIsRefused() {
    assumeTrue(CpuLevels.all().getLast() == 3, "the page shows a machine without v4");
    try (var a = Device.cpu().withLevel(4).tensor(F32, 1)) {
      var failure =
          assertThrows(UnsupportedOperationException.class, () -> VectorAddKernel.launch(a, a, a));
      PAGE.requireText(failure.getMessage());
    }
  }

  @Test
  void aKernelThatWasNotProcessedSaysSo() {
    var failure =
        assertThrows(
            UnprocessedKernelException.class, () -> KernelInfo.of(LaunchingPageTest.class, "f32"));
    PAGE.requireText(failure.getMessage());
  }
}
