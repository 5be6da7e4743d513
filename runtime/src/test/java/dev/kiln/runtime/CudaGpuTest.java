package dev.kiln.runtime;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime on a real GPU, with a kernel written by hand. */
@Tag("gpu")
class CudaGpuTest {

  private final CudaDevice device = Device.cuda();
  private final Launcher launcher = AxpyCuda.launcher(AxpyCuda.MANIFEST);

  private static void launch(
      Launcher launcher, int variant, FloatTensor<F32> x, FloatTensor<F32> y) {
    Launch launch = launcher.begin();
    launch.tensor(0, x);
    launch.tensor(1, y);
    launch.scalar(2, 2f);
    int n = x.dim(0);
    launch.run(launch.choose(variant) == 1 ? (n + 31) / 32 : n, 1, 1);
  }

  private FloatTensor<F32> counting(int n) {
    FloatTensor<F32> tensor = device.tensor(F32, n);
    tensor.copyFrom(numbers(n, 1));
    return tensor;
  }

  private static float[] numbers(int n, float factor) {
    var numbers = new float[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = factor * i;
    }
    return numbers;
  }

  @Test
  void theDeviceIsListedAndTheBest() {
    assertEquals("cuda:0", device.name());
    assertTrue(Device.all().contains(device));
    assertEquals(device, Device.best());
    assertTrue(device.cores() > 0 && device.capability() >= 80, device.description());
  }

  @Tag("gpu-sanitize")
  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 1000, 100_003})
  void everyElementIsAddedOnce(int n) {
    for (int variant = 0; variant < 2; variant++) {
      try (var x = counting(n);
          var y = device.tensor(F32, n)) {
        for (int i = 0; i < 3; i++) {
          launch(launcher, variant, x, y);
        }
        assertArrayEquals(numbers(n, 6), y.toFloats());
      }
    }
  }

  @Test
  @Tag("gpu-sanitize")
  void anOlderArchitecturesPtxIsCompiledByTheDriver() {
    String old =
        String.join(
            "\n", AxpyCuda.MANIFEST.lines().filter(line -> !line.contains("sm_90a")).toList());
    try (var x = counting(100);
        var y = device.tensor(F32, 100)) {
      launch(AxpyCuda.launcher(old.replace("variants=4", "variants=1")), 0, x, y);
      assertArrayEquals(numbers(100, 2), y.toFloats());
    }
  }

  @Test
  void machineCodeIsLoadedAsItIs(@TempDir Path folder) throws IOException, InterruptedException {
    Path ptx = folder.resolve("a.ptx");
    Path cubin = folder.resolve("a.cubin");
    Files.writeString(ptx, AxpyCuda.PTX_90A);
    assumeTrue(device.capability() == 90, "the cubin is for sm_90a");
    int result;
    try {
      result =
          new ProcessBuilder("ptxas", "-arch=sm_90a", ptx.toString(), "-o", cubin.toString())
              .inheritIO()
              .start()
              .waitFor();
    } catch (IOException e) {
      result = 127;
    }
    assumeTrue(result == 0, "ptxas is not there");
    Launcher native90 =
        AxpyCuda.launcher(
            AxpyCuda.MANIFEST + "artifact.cuda-sm_90a.cubin=cuda-sm_90a.cubin\n",
            AxpyCuda.PTX_90A,
            Files.readAllBytes(cubin));
    try (var x = counting(100);
        var y = device.tensor(F32, 100)) {
      launch(native90, 0, x, y);
      launch(native90, 1, x, y);
      assertArrayEquals(numbers(100, 4), y.toFloats());
    }
  }

  @Test
  @Tag("gpu-sanitize")
  void aSlicedTensorTakesThePlainEntry() {
    try (var x = counting(100);
        var y = device.tensor(F32, 99)) {
      var sliced = device.wrap(F32, device.addressOf(x) + 4, 99);
      launch(launcher, 1, sliced, y);
      float[] found = y.toFloats();
      assertEquals(2, found[0]);
      assertEquals(198, found[98]);
    }
  }

  @Test
  @Tag("gpu-sanitize")
  void aTrapIsThrownAtTheNextWait() {
    try (var x = counting(100);
        var y = device.tensor(F32, 100)) {
      x.set(50, Float.NaN);
      launch(launcher, 0, x, y);
      var trap = assertThrows(KernelTrapException.class, y::toFloats);
      assertEquals("Vectors.java:7:12 not a number", trap.site());
      x.set(50, 50);
      y.copyFrom(new float[100]);
      launch(launcher, 0, x, y);
      assertArrayEquals(numbers(100, 2), y.toFloats());
    }
  }

  @Test
  void largeCopiesArriveWhole() {
    int n = 40_000_003;
    var elements = numbers(n, 1);
    try (var x = device.tensor(F32, n)) {
      x.copyFrom(MemorySegment.ofArray(elements));
      var back = new float[n];
      x.copyTo(MemorySegment.ofArray(back));
      assertEquals(-1, Arrays.mismatch(elements, back));
    }
    try (var half = device.tensor(BF16, 3, 5);
        var whole = device.tensor(I32, 3)) {
      half.set(2, 4, 1.5f);
      assertEquals(1.5f, half.t().toFloats()[14]);
      whole.copyFrom(new int[] {1, -2, 3});
      assertEquals(-2, whole.get(1));
    }
  }

  @Test
  void tensorsKeepOrderAmongStreams() {
    int n = 1 << 20;
    try (var a = device.newStream();
        var b = device.newStream();
        var x = counting(n);
        var y = device.tensor(F32, n);
        var z = device.tensor(F32, n)) {
      for (int round = 0; round < 20; round++) {
        a.run(() -> launch(launcher, 0, x, y)); // y += 2x
        b.run(() -> launch(launcher, 0, y, z)); // z += 2y
      }
      double sum = 0;
      for (int round = 1; round <= 20; round++) {
        sum += 4.0 * round;
      }
      assertEquals(sum * 1000, z.get(1000));
      a.synchronize();
      assertTrue(a.isIdle());
    }
  }

  @Test
  void eventsMeasureTheDevice() {
    int n = 1 << 20;
    try (var x = counting(n);
        var y = device.tensor(F32, n)) {
      launch(launcher, 0, x, y);
      try (var start = device.currentStream().record()) {
        launch(launcher, 0, x, y);
        try (var end = device.currentStream().record()) {
          double seconds = end.secondsSince(start);
          assertTrue(seconds > 0 && seconds < 1, () -> seconds + " s");
          assertTrue(end.isDone());
        }
      }
    }
  }

  @Test
  void aGraphRunsItsLaunchesAgain() {
    int n = 1000;
    var x = counting(n);
    try (var stream = device.newStream();
        var y = device.tensor(F32, n)) {
      try (Graph graph =
          stream.capture(
              () -> {
                launch(launcher, 0, x, y);
                launch(launcher, 1, x, y);
              })) {
        x.close();
        assertEquals(0, y.get(10), "a capture runs nothing");
        graph.launch();
        assertEquals(40, y.get(10));
        stream.run(graph::launch);
        graph.launch();
        assertArrayEquals(numbers(n, 12), y.toFloats());
      }
      assertThrows(
          IllegalStateException.class, () -> stream.capture(() -> assertEquals(0, y.get(0))));
      stream.run(() -> launch(launcher, 0, y, y));
      assertEquals(360, y.get(10));
    }
  }

  @Test
  void manyThreadsLaunchAtOnce() throws Exception {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int task = 0; task < 16; task++) {
      int n = 1 + 97 * task;
      tasks.add(
          () -> {
            try (var stream = device.newStream();
                var x = counting(n);
                var y = device.tensor(F32, n)) {
              for (int i = 0; i < 100; i++) {
                stream.run(() -> launch(launcher, 1, x, y));
              }
              return Arrays.equals(numbers(n, 200), y.toFloats());
            }
          });
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Boolean> result : threads.invokeAll(tasks)) {
        assertTrue(result.get());
      }
    }
  }

  @Test
  void eachOfSeveralDevicesRunsItsOwn() {
    List<Device> all = Device.all();
    assumeTrue(all.size() > 2, "there is one GPU");
    CudaDevice other = Device.cuda(1);
    try (var x = counting(1000);
        var y = device.tensor(F32, 1000);
        var a = other.tensor(F32, 1000);
        var b = other.tensor(F32, 1000)) {
      a.copyFrom(numbers(1000, 1));
      for (int i = 0; i < 10; i++) {
        launch(launcher, 1, x, y);
        launch(launcher, 1, a, b);
      }
      assertArrayEquals(numbers(1000, 20), y.toFloats());
      assertArrayEquals(numbers(1000, 20), b.toFloats());
      assertThrows(LaunchException.class, () -> launch(launcher, 0, x, b));
    }
  }

  @Test
  void tooLargeATensorLeavesTheOthersAsTheyWere() {
    try (var x = counting(100)) {
      var full =
          assertThrows(
              DeviceMemoryException.class, () -> device.tensor(F32, 1 << 20, 1 << 20).close());
      assertEquals("CUDA_ERROR_OUT_OF_MEMORY", full.error());
      assertArrayEquals(numbers(100, 1), x.toFloats());
    }
  }

  @Test
  void ptxThatIsWrongShowsTheCompilersLog() {
    Launcher wrong =
        AxpyCuda.launcher(AxpyCuda.MANIFEST, AxpyCuda.PTX_90A.replace("fma.rn.f32", "fma.xx.f32"));
    try (var x = counting(4);
        var y = device.tensor(F32, 4)) {
      var failure = assertThrows(DeviceException.class, () -> launch(wrong, 0, x, y));
      assertTrue(failure.getMessage().contains("ptxas"), failure.getMessage());
      Launcher future =
          AxpyCuda.launcher(
              AxpyCuda.MANIFEST, AxpyCuda.PTX_90A.replace(".version 8.0", ".version 9.9"));
      var tooNew = assertThrows(DeviceException.class, () -> launch(future, 0, x, y));
      assertEquals("CUDA_ERROR_UNSUPPORTED_PTX_VERSION", tooNew.error());
      launch(launcher, 0, x, y);
      assertArrayEquals(numbers(4, 2), y.toFloats());
    }
  }

  @Test
  void tooMuchSharedMemoryIsRefusedAndMuchIsGiven() {
    String manifest =
        AxpyCuda.MANIFEST.replace(
            "variant.0.sm_90a.scratchBytes=0", "variant.0.sm_90a.scratchBytes=%d");
    try (var x = counting(4);
        var y = device.tensor(F32, 4)) {
      launch(AxpyCuda.launcher(manifest.formatted(200_000)), 0, x, y);
      assertArrayEquals(numbers(4, 2), y.toFloats());
      assertThrows(
          LaunchException.class,
          () -> launch(AxpyCuda.launcher(manifest.formatted(300_000)), 0, x, y));
    }
  }

  /** Both are timed in turns, as bursts that the device keeps up with. */
  @Test
  void aWarmLaunchCostsLittleMoreThanTheDriversCall(TestReporter reporter) {
    try (var x = counting(1);
        var y = device.tensor(F32, 1)) {
      var function = new CUfunc_st();
      var module = new CUmod_st();
      assertEquals(0, cudart.cuModuleLoadData(module, new BytePointer(AxpyCuda.PTX_90A)));
      assertEquals(0, cudart.cuModuleGetFunction(function, module, "kiln_k0_sm_90a"));
      var stream = new CUstream_st();
      assertEquals(0, cudart.cuStreamCreate(stream, 1));
      long[] slots = {device.addressOf(x), 1, device.addressOf(y), 1, 0, 1, 1, 1, 0};
      var values = new PointerPointer<Pointer>(1).put(0, new LongPointer(slots));
      var none = new PointerPointer<Pointer>((Pointer) null);
      Runnable raw =
          () -> cudart.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, values, none);
      Runnable ours = () -> launch(launcher, 0, x, y);
      var rawNanos = new long[200];
      var ourNanos = new long[200];
      for (int burst = 0; burst < rawNanos.length; burst++) {
        ourNanos[burst] = nanos(ours);
        device.synchronize();
        rawNanos[burst] = nanos(raw);
        assertEquals(0, cudart.cuStreamSynchronize(stream));
      }
      long own = median(ourNanos);
      long driver = median(rawNanos);
      reporter.publishEntry("ns a launch", "%d, raw %d".formatted(own, driver));
      assertTrue(own <= 1.6 * driver, () -> own + " ns, raw " + driver + " ns");
    }
  }

  private static long nanos(Runnable launch) {
    long start = System.nanoTime();
    for (int i = 0; i < 500; i++) {
      launch.run();
    }
    return (System.nanoTime() - start) / 500;
  }

  private static long median(long[] bursts) {
    return Arrays.stream(bursts).skip(bursts.length / 2).sorted().toArray()[bursts.length / 4];
  }

  /** In a process of its own, whose context is lost. */
  @Test
  void aFaultNamesTheKernelAndEveryLaterCallSaysThatTheDeviceIsLost()
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                FaultProgram.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, child.waitFor(), output);
    List<String> lines = output.lines().toList();
    assertTrue(
        lines.get(0).contains("CUDA_ERROR_ILLEGAL_ADDRESS")
            && lines.get(0).contains("Launched last: kernel pkg.Vectors.axpy (kiln_k3_sm_80)"),
        output);
    assertTrue(lines.get(1).startsWith("cuda:0 does nothing any more in this process"), output);
    assertFalse(output.contains("SIG"), output);
  }
}
