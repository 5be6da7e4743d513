package dev.kiln.runtime;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.shared;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches of a native kernel, right and wrong. */
class LaunchTest {

  private final FloatTensor<F32> x = Device.cpu().tensor(F32, 8);
  private final FloatTensor<F32> y = Device.cpu().tensor(F32, 8);

  LaunchTest() {
    x.copyFrom(new float[] {1, 2, 3, 4, 5, 6, 7, 8});
  }

  @AfterEach
  void close() {
    x.close();
    y.close();
  }

  private void refused(String message, Executable launch) {
    assertEquals(
        "Kernel pkg.Vectors.axpy" + message,
        assertThrows(LaunchException.class, launch).getMessage());
    assertArrayEquals(new float[8], y.toFloats(), "nothing was written");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everyBlockRunsOnce(int threads) {
    var device = Device.cpu().withThreads(threads);
    for (int n : new int[] {1, 2, 3, 31, 1000, 100_003}) {
      try (var a = device.tensor(F32, n);
          var b = device.tensor(F32, n)) {
        var expected = new float[n];
        for (int i = 0; i < n; i++) {
          a.set(i, i);
          expected[i] = 3f * i;
        }
        for (int repeat = 0; repeat < 3; repeat++) {
          AxpyKernel.launch(a, b, 1f);
        }
        assertArrayEquals(expected, b.toFloats(), () -> n + " blocks on " + threads);
      }
    }
  }

  @Test
  void manyThreadsLaunchAtOnce() throws InterruptedException, ExecutionException {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int task = 0; task < 16; task++) {
      int n = 1 + 97 * task;
      var device = task % 3 == 0 ? Device.cpu().withThreads(3) : Device.cpu();
      tasks.add(() -> launchesMany(device, n));
    }
    try (var platform = Executors.newFixedThreadPool(8);
        var virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> results = new ArrayList<>(platform.invokeAll(tasks));
      results.addAll(virtual.invokeAll(tasks));
      for (Future<Boolean> result : results) {
        assertTrue(result.get());
      }
    }
  }

  private static boolean launchesMany(Device device, int n) {
    try (var a = device.tensor(F32, n);
        var b = device.tensor(F32, n)) {
      for (int i = 0; i < n; i++) {
        a.set(i, i);
      }
      for (int launch = 0; launch < 200; launch++) {
        AxpyKernel.launch(a, b, 1f);
      }
      for (int i = 0; i < n; i++) {
        if (b.get(i) != 200f * i) {
          return false;
        }
      }
      return true;
    }
  }

  @Test
  void aTensorClosedDuringLaunchesRefusesTheNextOne() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      var a = Device.cpu().tensor(F32, 4096);
      var b = Device.cpu().tensor(F32, 4096);
      var closer = Thread.ofPlatform().start(a::close);
      try {
        while (true) {
          AxpyKernel.launch(a, b, 1f);
        }
      } catch (LaunchException | IllegalStateException e) {
        assertTrue(a.isClosed());
      }
      closer.join();
      b.close();
    }
  }

  @Test
  void aTrapNamesItsPlaceAndLeavesTheDeviceUsable() {
    x.set(5, Float.NaN);
    var trap = assertThrows(KernelTrapException.class, () -> AxpyKernel.launch(x, y, 1f));
    assertEquals(
        "Kernel pkg.Vectors.axpy stopped at Vectors.java:7:12 not a number.", trap.getMessage());
    assertEquals("Vectors.java:7:12 not a number", trap.site());
    x.set(5, 6f);
    y.copyFrom(new float[8]);
    AxpyKernel.launch(x, y, 2f);
    assertEquals(12, y.get(5));
  }

  @Test
  void theVariantIsTheFirstThatServesTheDeviceOrTheOneAskedFor() {
    AxpyKernel.launch(x, y, 1f);
    assertEquals(8, y.get(7));
    AxpyKernel.launch(1, x, y, 1f);
    assertEquals(3, y.get(7), "the level that the library says is usable");
    y.copyFrom(new float[8]);
    refused(
        ": expected a variant of [0, 1] for cpu, found 2.", () -> AxpyKernel.launch(2, x, y, 1));
    refused(
        ": expected a variant of [0, 1] for cpu, found 7.", () -> AxpyKernel.launch(7, x, y, 1));
  }

  @Test
  void theLevelOfTheFirstTensorsDeviceIsRun() {
    try (var z = Device.cpu().withLevel(2).tensor(F32, 8)) {
      AxpyKernel.launch(1, z, y, 1f);
      assertEquals(2, y.get(7));
      AxpyKernel.launch(1, x, z, 1f);
      assertEquals(3, z.get(7));
      AxpyKernel.launch(1, z, y, 1f);
      assertEquals(2, y.get(7));
    }
    try (var z = Device.cpu().withLevel(4).tensor(F32, 8)) {
      assertThrows(UnsupportedOperationException.class, () -> AxpyKernel.launch(1, z, y, 1f));
    }
    assertThrows(IllegalArgumentException.class, () -> Device.cpu().withLevel(1));
  }

  @Test
  void tensorsThatNoDeviceMadeRunOnTheCpu() {
    try (var plain = FloatTensor.of(F32, 8)) {
      AxpyKernel.launch(x, plain, 1f);
      assertArrayEquals(x.toFloats(), plain.toFloats());
    }
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void wrongTensorsAreRefusedInAWord() {
    refused(", parameter x: expected a tensor, found null.", () -> AxpyKernel.launch(null, y, 1f));
    var closed = Device.cpu().tensor(F32, 8);
    closed.close();
    refused(
        ", parameter x: expected an open tensor, found a closed one.",
        () -> AxpyKernel.launch(closed, y, 1f));
    try (var half = Device.cpu().tensor(F16, 8);
        var square = Device.cpu().tensor(F32, 2, 4);
        var longer = Device.cpu().tensor(F32, 9)) {
      refused(
          ", parameter x: expected elements of f32, found f16[8].",
          () -> AxpyKernel.launch((FloatTensor) half, y, 1f));
      refused(
          ", parameter x: expected a tensor of 1 dimensions, found f32[2, 4].",
          () -> AxpyKernel.launch(square, y, 1f));
      refused(
          ", parameter y: expected n = 9, which is dimension 0 of x (f32[9]), found 8 in dimension"
              + " 0 of f32[8].",
          () -> AxpyKernel.launch(longer, y, 1f));
    }
    grid(
        1,
        bx -> {
          var tile = shared(F32, 8);
          refused(
              ", parameter x: expected a tensor of a device, found an on-chip tile.",
              () -> AxpyKernel.launch(tile, y, 1f));
        });
  }

  @Test
  void transposedViewsAndFixedExtentsAreChecked() {
    String manifest =
        AxpyLibrary.MANIFEST
            .replace("x tensor f32 1 read n", "x tensor f32 2 read n,n")
            .replace("y tensor f32 1 readwrite n", "y tensor f32 1 readwrite 8");
    var launcher = new Launcher(AxpyLibrary.info(manifest));
    try (var square = Device.cpu().tensor(F32, 8, 8);
        var wide = Device.cpu().tensor(F32, 8, 9)) {
      refused(
          ", parameter x: expected a row-major tensor, found the transposed view f32[8, 8].",
          () -> launcher.begin().tensor(0, square.t()));
      refused(
          ", parameter x: expected n = 8, which is dimension 0 of x (f32[8, 9]), found 9 in"
              + " dimension 1 of f32[8, 9].",
          () -> launcher.begin().tensor(0, wide));
      try (var nine = Device.cpu().tensor(F32, 9)) {
        refused(
            ", parameter y: expected extent 8, found 9 in dimension 0 of f32[9].",
            () -> launcher.begin().tensor(1, nine));
      }
    }
  }

  @Test
  void aWrittenTensorSharesAllOrNothing() {
    AxpyKernel.launch(x, x, 1f);
    assertArrayEquals(new float[] {2, 4, 6, 8, 10, 12, 14, 16}, x.toFloats());
    MemorySegment bytes = x.memory().host();
    var low = Device.cpu().wrap(F32, bytes, 7);
    var high = Device.cpu().wrap(F32, bytes.asSlice(4), 7);
    refused(
        ", parameter y: expected a written tensor that shares all or nothing with x, found one that"
            + " shares a part.",
        () -> AxpyKernel.launch(low, high, 1f));
    assertEquals(16, x.get(7));
  }

  @Test
  void wrappedMemoryIsUsedInPlace() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment elements = arena.allocate(32, 4);
      AxpyKernel.launch(x, Device.cpu().wrap(F32, elements, 8), 2f);
      assertEquals(16, elements.get(java.lang.foreign.ValueLayout.JAVA_FLOAT, 28));
      var readOnly = Device.cpu().wrap(F32, elements.asReadOnly(), 8);
      refused(
          ", parameter y: expected memory that can be written, found read-only memory.",
          () -> AxpyKernel.launch(x, readOnly, 1f));
    }
    var heap = FloatTensor.over(F32, Memory.of(MemorySegment.ofArray(new float[8])), 8);
    assertThrows(LaunchException.class, () -> AxpyKernel.launch(heap, y, 1f));
    assertThrows(
        IllegalArgumentException.class,
        () -> Device.cpu().wrap(F32, MemorySegment.ofArray(new float[8]), 8));
  }

  @Test
  void anEmptyGridRunsNothingAndANegativeOneIsRefused() {
    var launcher = new Launcher(AxpyLibrary.info(AxpyLibrary.MANIFEST));
    for (int gx : new int[] {0, -1}) {
      Launch launch = launcher.begin();
      launch.tensor(0, x);
      launch.tensor(1, y);
      launch.scalar(2, 1f);
      launch.choose(Launcher.DEFAULT);
      if (gx == 0) {
        launch.run(gx, 4, 4);
      } else {
        refused(
            ": expected extents of the grid of 0 or more, found [-1, 1, 1].",
            () -> launch.run(-1, 1, 1));
      }
    }
    assertArrayEquals(new float[8], y.toFloats());
  }

  @Test
  void aLaunchOfOneBlockTakesAtMostTwoMicroseconds() {
    try (var a = Device.cpu().tensor(F32, 1);
        var b = Device.cpu().tensor(F32, 1)) {
      long best = Long.MAX_VALUE;
      // A busy or slow machine compiles the launch late.
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      for (int batch = 0; batch < 100 || (best > 2000 && System.nanoTime() < end); batch++) {
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
          AxpyKernel.launch(a, b, 1f);
        }
        best = Math.min(best, (System.nanoTime() - start) / 1000);
      }
      long nanos = best;
      assertTrue(nanos <= 2000, () -> nanos + " ns");
    }
  }
}
