package dev.kiln.runtime;

import static dev.kiln.lang.Tile.F32;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.runtime.cuda.DriverSearch;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Launches on CUDA devices, right and wrong, on a driver that is not there. */
class CudaLaunchTest {

  private final FakeDriver driver = new FakeDriver();
  private final CudaDevices devices = CudaDevices.of(new DriverSearch.Found(driver));
  private final CudaDevice device = devices.get(0);
  private final FloatTensor<F32> x = device.tensor(F32, 8);
  private final FloatTensor<F32> y = device.tensor(F32, 8);
  private final long main = device.currentStream().handle();

  @BeforeEach
  void functions() {
    for (String name : List.of("kiln_k0_sm_80", "kiln_k0_sm_90a", "kiln_k1_sm_90a_plain")) {
      driver.bodies.put(name, (slots, blocks, maps) -> axpy(slots, slots[0]));
    }
    driver.mapCounts.put("kiln_k1_sm_90a", 1);
    driver.bodies.put(
        "kiln_k1_sm_90a",
        (slots, blocks, maps) -> axpy(slots, maps.get(0).get(ValueLayout.JAVA_LONG, 0)));
    driver.bodies.put("kiln_k3_sm_80", (slots, blocks, maps) -> {});
    x.copyFrom(new float[] {1, 2, 3, 4, 5, 6, 7, 8});
    driver.log.clear();
  }

  /** What the kernel does, with all the slots that it is given. */
  private static void axpy(long[] slots, long x) {
    float alpha = Float.intBitsToFloat((int) slots[4]);
    for (int b = 0; b < slots[1]; b++) {
      float element = FakeDriver.at(x, 4 * slots[1]).getAtIndex(ValueLayout.JAVA_FLOAT, b);
      if (Float.isNaN(element)) {
        FakeDriver.at(slots[8], 4).set(ValueLayout.JAVA_INT, 0, 1);
      }
      var y = FakeDriver.at(slots[2], 4 * slots[3]);
      float sum = y.getAtIndex(ValueLayout.JAVA_FLOAT, b) + alpha * element;
      y.setAtIndex(ValueLayout.JAVA_FLOAT, b, sum);
    }
  }

  @AfterEach
  void close() {
    x.close();
    y.close();
  }

  private static void launch(
      Launcher launcher, int variant, FloatTensor<F32> x, FloatTensor<F32> y) {
    launch(launcher, variant, x, y, x.dim(0));
  }

  private static void launch(
      Launcher launcher, int variant, FloatTensor<F32> x, FloatTensor<F32> y, int gx) {
    Launch launch = launcher.begin();
    launch.tensor(0, x);
    launch.tensor(1, y);
    launch.scalar(2, 2f);
    launch.choose(variant);
    launch.run(gx, 1, 1);
  }

  private Launcher launcher() {
    return AxpyCuda.launcher(AxpyCuda.MANIFEST);
  }

  @Test
  void aLaunchStandsInLineWithItsSlots() {
    Launcher launcher = launcher();
    for (int i = 0; i < 3; i++) {
      launch(launcher, Launcher.DEFAULT, x, y);
    }
    assertArrayEquals(new float[] {6, 12, 18, 24, 30, 36, 42, 48}, y.toFloats());
    String line = "kiln_k0_sm_90a 8x1 shared 0 on " + main;
    assertEquals(List.of("load .version 8.0", line, line, line), driver.log);
  }

  @Test
  void machineCodeIsTakenWhereItRuns() {
    String manifest =
        AxpyCuda.MANIFEST
            + "artifact.cuda-sm_80.cubin=cuda-sm_80.cubin\n"
            + "artifact.cuda-sm_90a.cubin=cuda-sm_90a.cubin\n";
    assertEquals("load cubin kiln_k0_sm_90a", firstLoad(manifest, 90));
    assertEquals("load cubin kiln_k0_sm_80", firstLoad(manifest, 89));
    assertEquals("load .version 8.0", firstLoad(manifest, 100), "PTX runs on later chips");
    var old = assertThrows(UnsupportedOperationException.class, () -> firstLoad(manifest, 75));
    assertEquals(
        "Kernel pkg.Vectors.axpy has no binary for cuda:0 (Fake GPU, compute capability 7.5); it"
            + " was compiled for "
            + launcherArtifacts(manifest)
            + ". Add cuda:sm_75 or an older architecture to -Akiln.targets.",
        old.getMessage());
  }

  private static String launcherArtifacts(String manifest) {
    return AxpyCuda.launcher(manifest).info().artifacts().keySet().toString();
  }

  private static String firstLoad(String manifest, int capability) {
    var fake = new FakeDriver();
    fake.capability = capability;
    fake.bodies.put("kiln_k0_sm_80", (slots, blocks, maps) -> {});
    fake.bodies.put("kiln_k0_sm_90a", (slots, blocks, maps) -> {});
    CudaDevice gpu = CudaDevices.of(new DriverSearch.Found(fake)).get(0);
    try (var a = gpu.tensor(F32, 2);
        var b = gpu.tensor(F32, 2)) {
      launch(AxpyCuda.launcher(manifest), Launcher.DEFAULT, a, b);
    }
    return fake.log.getFirst();
  }

  /** What compute-sanitizer has to report is in the kernel that it is planted in. */
  @Test
  void everyToolHasAPlantedFaultThatIsLaunched() {
    var fake = new FakeDriver();
    fake.capability = 80;
    for (int tool = 0; tool < PlantedFaults.TOOLS.size(); tool++) {
      String symbol = "kiln_k" + tool + "_sm_80";
      assertTrue(PlantedFaults.PTX.contains(".entry " + symbol + "("), symbol);
      fake.bodies.put(symbol, (slots, blocks, maps) -> {});
    }
    CudaDevice gpu = CudaDevices.of(new DriverSearch.Found(fake)).get(0);
    try (var a = gpu.tensor(F32, 1)) {
      for (int tool = 0; tool < PlantedFaults.TOOLS.size(); tool++) {
        PlantedFaults.launch(a, tool);
        int threads = tool == 0 ? 1 : 64;
        String launched = "kiln_k%d_sm_80 1x%d shared 0 on ".formatted(tool, threads);
        assertTrue(fake.log.getLast().startsWith(launched), fake.log::toString);
      }
    }
  }

  @Test
  void aTrapIsThrownAtTheNextWaitAndLeavesTheDeviceUsable() {
    Launcher launcher = launcher();
    x.set(5, Float.NaN);
    launch(launcher, 0, x, y);
    var trap = assertThrows(KernelTrapException.class, y::toFloats);
    assertEquals(
        "Kernel pkg.Vectors.axpy stopped at Vectors.java:7:12 not a number.", trap.getMessage());
    assertArrayEquals(new float[] {2, 4, 6}, java.util.Arrays.copyOf(y.toFloats(), 3));
    launch(launcher, 0, x, y);
    assertThrows(KernelTrapException.class, device::synchronize);
    launch(launcher, 0, x, y);
    try (var event = device.currentStream().record()) {
      assertThrows(KernelTrapException.class, event::synchronize);
    }
    x.set(5, 6f);
    launch(launcher, 0, x, x);
    assertEquals(18, x.get(5));
  }

  @Test
  void variantsThatTheDeviceLacksAreRefused() {
    var refused = assertThrows(LaunchException.class, () -> launch(launcher(), 2, x, y));
    assertEquals(
        "Kernel pkg.Vectors.axpy: expected a variant of [0, 1, 3] for cuda, found 2.",
        refused.getMessage());
    launch(launcher(), 3, x, y);
    assertEquals("kiln_k3_sm_80 8x1 shared 0 on " + main, driver.log.getLast());
  }

  @Test
  void tensorsOfOtherDevicesAreRefused() {
    Launcher launcher = launcher();
    try (var far = devices.get(1).tensor(F32, 8);
        var host = Device.cpu().tensor(F32, 8)) {
      var other = assertThrows(LaunchException.class, () -> launch(launcher, 0, x, far));
      assertEquals(
          "Kernel pkg.Vectors.axpy, parameter y: expected a tensor on cuda:0 as the first one is,"
              + " found one on cuda:1.",
          other.getMessage());
      assertThrows(LaunchException.class, () -> launch(launcher, 0, x, host));
      assertThrows(LaunchException.class, () -> launch(launcher, 0, host, x));
      launch(launcher, 0, far, far);
      assertEquals(
          "kiln_k0_sm_90a 8x1 shared 0 on " + devices.get(1).currentStream().handle(),
          driver.log.getLast());
    }
  }

  @Test
  void wrongPointersAreRefused() {
    long address = device.addressOf(x);
    var odd = device.wrap(F32, address + 2, 4);
    var four = device.wrap(F32, address + 16, 4);
    var low = device.wrap(F32, address, 4);
    var part = device.wrap(F32, address + 4, 4);
    var refused = assertThrows(LaunchException.class, () -> launch(launcher(), 0, odd, four));
    assertTrue(
        refused.getMessage().contains("expected native memory aligned to its elements"),
        refused.getMessage());
    var overlap = assertThrows(LaunchException.class, () -> launch(launcher(), 0, low, part));
    assertTrue(overlap.getMessage().endsWith("found one that shares a part."));
  }

  @Test
  void tensorMapsAreMadeOnceAndWhereTheyCannotBeThePlainEntryRuns() {
    Launcher launcher = launcher();
    launch(launcher, 1, x, y, 1);
    launch(launcher, 1, x, y, 1);
    launch(launcher, 1, y, x, 1);
    launch(launcher, 1, x, y, 1);
    assertEquals(
        List.of("encode [8] box [32] swizzle 0", "encode [8] box [32] swizzle 0"),
        driver.log.stream().filter(line -> line.startsWith("encode")).toList());
    y.copyFrom(new float[8]);
    var sliced = device.wrap(F32, device.addressOf(x) + 4, 3);
    var target = device.wrap(F32, device.addressOf(y), 3);
    launch(launcher, 1, sliced, target, 1);
    assertEquals("kiln_k1_sm_90a_plain 1x32 shared 0 on " + main, driver.log.getLast());
    launch(launcher, 1, target, sliced, 1);
    assertEquals("kiln_k1_sm_90a 1x32 shared 0 on " + main, driver.log.getLast());
    String withoutPlain = AxpyCuda.MANIFEST.replace("variant.1.sm_90a.plain=_plain\n", "");
    var refused =
        assertThrows(
            LaunchException.class,
            () -> launch(AxpyCuda.launcher(withoutPlain), 1, sliced, target, 1));
    assertEquals(
        "Kernel pkg.Vectors.axpy, parameter x: expected a tensor at a multiple of 16 bytes whose"
            + " rows are a multiple of 16 bytes, found f32[3] at 0x"
            + Long.toHexString(device.addressOf(x) + 4)
            + ". Pad the rows, or copy the tensor to one of its own.",
        refused.getMessage());
  }

  @Test
  void anEntryMayWantAlignedTensors() {
    String aligned =
        AxpyCuda.MANIFEST + "variant.0.sm_90a.align=16\n" + "variant.1.sm_90a.align=16\n";
    var sliced = device.wrap(F32, device.addressOf(x) + 4, 3);
    var target = device.wrap(F32, device.addressOf(y), 3);
    launch(AxpyCuda.launcher(aligned), 0, x, y);
    assertThrows(
        LaunchException.class, () -> launch(AxpyCuda.launcher(aligned), 0, target, sliced));
    launch(AxpyCuda.launcher(aligned), 1, target, sliced, 1);
    assertEquals("kiln_k1_sm_90a_plain 1x32 shared 0 on " + main, driver.log.getLast());
  }

  @Test
  void sharedMemoryAboveTheGivenIsAskedFor() {
    String much =
        AxpyCuda.MANIFEST.replace(
            "variant.0.sm_90a.scratchBytes=0", "variant.0.sm_90a.scratchBytes=200000");
    launch(AxpyCuda.launcher(much), 0, x, y);
    assertTrue(driver.log.contains("kiln_k0_sm_90a may have 200000 bytes"));
    assertEquals("kiln_k0_sm_90a 8x1 shared 200000 on " + main, driver.log.getLast());
    String tooMuch = much.replace("200000", "300000");
    var refused =
        assertThrows(LaunchException.class, () -> launch(AxpyCuda.launcher(tooMuch), 0, x, y));
    assertEquals(
        "Kernel pkg.Vectors.axpy needs 300000 bytes of shared memory a block (kiln_k0_sm_90a), and"
            + " cuda:0 (Fake GPU, compute capability 9.0) has 232448. Launch a variant with smaller"
            + " tiles or fewer stages, or add one.",
        refused.getMessage());
  }

  @Test
  void gridsHaveLimits() {
    Launcher launcher = launcher();
    launch(launcher, 0, x, y, 0);
    assertEquals(List.of(), driver.log, "nothing is launched");
    Launch launch = launcher.begin();
    launch.tensor(0, x);
    launch.tensor(1, y);
    launch.choose(0);
    var large = assertThrows(LaunchException.class, () -> launch.run(1 << 16, 1 << 15, 1));
    assertEquals(
        "Kernel pkg.Vectors.axpy: expected a grid of at most 2^31 - 1 blocks on cuda:0, found"
            + " 2147483648.",
        large.getMessage());
    launch(AxpyCuda.launcher(AxpyCuda.MANIFEST + "variant.0.sm_90a.persistent=1\n"), 0, x, y);
    assertEquals("kiln_k0_sm_90a 4x1 shared 0 on " + main, driver.log.getLast());
  }

  @Test
  void anErrorOfALaunchNamesKernelConfigurationAndCure() {
    Launcher launcher = launcher();
    driver.errors.put("cuLaunchKernel", 701);
    var failure = assertThrows(DeviceException.class, () -> launch(launcher, 0, x, y));
    assertEquals(
        "cuLaunchKernel returned CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701: text 701) at a launch of"
            + " kernel pkg.Vectors.axpy (kiln_k0_sm_90a) on cuda:0, 8 blocks of 1 threads with 0"
            + " bytes of shared memory. Choose a variant with fewer threads, registers or smaller"
            + " tiles.",
        failure.getMessage());
  }

  @Test
  void aFaultNamesTheKernelThatWasLaunchedBefore() {
    launch(launcher(), 3, x, y);
    driver.errors.put("cuEventSynchronize", 700);
    var fault = assertThrows(DeviceException.class, y::toFloats);
    assertTrue(
        fault
            .getMessage()
            .contains(
                "Launched last: kernel pkg.Vectors.axpy (kiln_k3_sm_80) on cuda:0, 8 blocks of 1"
                    + " threads with 0 bytes of shared memory."),
        fault.getMessage());
  }

  @Test
  void theLogOfACompilationIsInTheException() {
    driver.jitLog = "ptxas application ptx input, line 3; fatal: nonsense";
    driver.errors.put("cuModuleLoadDataEx", 218);
    var failure = assertThrows(DeviceException.class, () -> launch(launcher(), 0, x, y));
    assertEquals(
        "cuModuleLoadDataEx returned CUDA_ERROR_INVALID_PTX (218: text 218) while loading"
            + " cuda-sm_90a.ptx of pkg.Vectors.axpy on cuda:0 (Fake GPU, compute capability 9.0)."
            + " Compile the kernel's class again with this version of Kiln.\n"
            + "ptxas application ptx input, line 3; fatal: nonsense",
        failure.getMessage());
    driver.jitLog = "";
    driver.version = 12_020;
    driver.errors.put("cuModuleLoadDataEx", 222);
    var tooNew = assertThrows(DeviceException.class, () -> launch(launcher(), 0, x, y));
    assertTrue(
        tooNew.getMessage().endsWith("The PTX is of version 8.0; the driver serves CUDA 12.2."),
        tooNew.getMessage());
    launch(launcher(), 0, x, y);
  }

  @Test
  void aGraphRunsWhatWasCaptured() {
    Launcher launcher = launcher();
    try (var stream = device.newStream()) {
      Graph graph =
          stream.capture(
              () -> {
                launch(launcher, 0, x, y);
                launch(launcher, 0, x, y);
              });
      assertArrayEquals(new float[8], y.toFloats(), "nothing has run yet");
      graph.launch();
      graph.launch();
      assertEquals(64, y.get(7));
      x.close();
      y.set(7, 0);
      graph.launch();
      assertEquals(32, y.get(7), "a closed tensor lives as long as the graph");
      graph.close();
      assertEquals(1, driver.allocated.size(), "and no longer");
      assertThrows(IllegalStateException.class, graph::launch);
    }
  }

  @Test
  void inACaptureTheHostTouchesNothing() {
    try (var stream = device.newStream()) {
      for (Runnable wrong :
          List.<Runnable>of(
              () -> x.get(0),
              () -> x.set(0, 1),
              () -> device.tensor(F32, 1),
              device::synchronize,
              () -> stream.capture(() -> {}).close())) {
        var refused =
            assertThrows(
                IllegalStateException.class,
                () ->
                    stream.capture(
                        () -> {
                          launch(launcher(), 0, x, y);
                          wrong.run();
                        }));
        assertTrue(
            refused.getMessage().startsWith("A stream of cuda:0 captures a graph, and "),
            refused.getMessage());
      }
      stream.synchronize();
    }
    assertArrayEquals(new float[8], y.toFloats());
  }

  @Test
  void oneLaunchObjectServesAllDevices() {
    Launcher launcher = AxpyCuda.launcher(AxpyCuda.MANIFEST);
    try (var a = devices.get(1).tensor(F32, 8);
        var b = devices.get(1).tensor(F32, 8)) {
      a.copyFrom(x.toFloats());
      for (int i = 0; i < 3; i++) {
        launch(launcher, 0, x, y);
        launch(launcher, 0, a, b);
      }
      assertArrayEquals(y.toFloats(), b.toFloats());
    }
  }
}
