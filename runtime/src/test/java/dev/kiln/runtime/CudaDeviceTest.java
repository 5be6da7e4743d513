package dev.kiln.runtime;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.BOOL;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.F64;
import static dev.kiln.lang.Tile.I64;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.runtime.cuda.DriverSearch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tensors, streams, events and errors of CUDA devices, on a driver that is not there. */
class CudaDeviceTest {

  private final FakeDriver driver = new FakeDriver();
  private final CudaDevices devices = CudaDevices.of(new DriverSearch.Found(driver));
  private final CudaDevice device = devices.get(0);

  @Test
  void devicesHaveNamesAndProperties() {
    assertEquals("cuda:0", device.name());
    assertEquals("cuda:1", devices.get(1).toString());
    assertEquals("Fake GPU", device.model());
    assertEquals(90, device.capability());
    assertEquals(4, device.cores());
    var none = assertThrows(UnsupportedOperationException.class, () -> devices.get(2));
    assertEquals("Expected a CUDA device from 0 to 1, found 2.", none.getMessage());
  }

  @Test
  void withoutADriverTheMessageSaysWhatToInstall() {
    var nothing = CudaDevices.of(new DriverSearch.Missing("There is no driver. Install one."));
    assertTrue(nothing.devices().isEmpty());
    var none = assertThrows(UnsupportedOperationException.class, () -> nothing.get(0));
    assertEquals("There is no CUDA device. There is no driver. Install one.", none.getMessage());
  }

  @Test
  void tensorsOfEveryFamilyAreZeroAndKeepWhatTheHostPuts() {
    try (var f = device.tensor(BF16, 3, 5);
        var i = device.tensor(U8, 7);
        var l = device.tensor(I64, 2, 2, 2);
        var d = device.tensor(F64, 3);
        var b = device.tensor(BOOL, 9)) {
      assertEquals("cuda:0", f.memory().device());
      assertArrayEquals(new float[15], f.toFloats());
      f.set(2, 4, 1.5f);
      assertEquals(1.5f, f.get(2, 4));
      assertEquals(1.5f, f.t().toFloats()[14]);
      f.t().copyFrom(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14});
      assertEquals(3f, f.get(0, 1));
      i.copyFrom(new int[] {1, 2, 3, 4, 5, 6, 255});
      assertEquals(255, i.get(6));
      l.set(1, 1, 1, -7);
      assertEquals(-7, l.toLongs()[7]);
      d.copyFrom(new double[] {0, Math.PI, 0});
      assertEquals(Math.PI, d.get(1));
      b.set(8, true);
      assertTrue(b.get(8));
      assertFalse(b.toBooleans()[7]);
      assertEquals(0, b.get(9) ? 1 : 0, "outside is false");
    }
    assertTrue(driver.allocated.isEmpty());
  }

  @Test
  void largeCopiesTakeMoreThanOneBuffer() {
    int n = 3_000_001;
    var elements = new float[n];
    IntStream.range(0, n).forEach(i -> elements[i] = i);
    try (var x = device.tensor(F32, n)) {
      x.copyFrom(MemorySegment.ofArray(elements));
      var back = new float[n];
      x.copyTo(MemorySegment.ofArray(back));
      assertArrayEquals(elements, back);
      assertEquals(n - 1, x.get(n - 1));
    }
  }

  @Test
  void elementsAreNotReachedInPlace() {
    var x = device.tensor(F32, 4);
    var inPlace = assertThrows(IllegalStateException.class, () -> x.memory().host());
    assertEquals(
        "The elements lie on cuda:0, where Java code does not reach them in place. Copy them"
            + " (copyTo, toFloats and the like), or launch the kernel instead of calling it.",
        inPlace.getMessage());
    x.close();
    x.close();
    assertThrows(IllegalStateException.class, x::toFloats);
    assertThrows(IllegalStateException.class, () -> x.set(0, 1));
  }

  @Test
  void tooLargeATensorLeavesTheOthersAsTheyWere() {
    try (var x = device.tensor(F32, 4)) {
      x.copyFrom(new float[] {1, 2, 3, 4});
      driver.freeBytes = 1 << 20;
      var full = assertThrows(DeviceMemoryException.class, () -> device.tensor(F32, 1 << 20));
      assertEquals(
          "cuda:0 (Fake GPU, compute capability 9.0) has too little memory for a tensor of 4194304"
              + " bytes: 1048576 of 1073741824 are free. Close tensors that are not needed, or use"
              + " smaller ones.",
          full.getMessage());
      assertEquals("CUDA_ERROR_OUT_OF_MEMORY", full.error());
      assertTrue(driver.log.contains("trim 0"), "what the pool keeps is given back first");
      assertArrayEquals(new float[] {1, 2, 3, 4}, x.toFloats());
      device.tensor(F32, 4).close();
    }
  }

  @Test
  void memoryOfOthersIsUsedInPlaceAndNotFreed() {
    try (var x = device.tensor(F32, 8)) {
      var last = device.wrap(F32, device.addressOf(x) + 16, 4);
      last.copyFrom(new float[] {5, 6, 7, 8});
      last.close();
      assertArrayEquals(new float[] {0, 0, 0, 0, 5, 6, 7, 8}, x.toFloats());
      assertThrows(IllegalArgumentException.class, () -> devices.get(1).addressOf(x));
    }
    assertTrue(driver.allocated.isEmpty());
  }

  @Test
  void streamsWaitForEachOtherWhereTensorsMakeThem() {
    try (var a = device.newStream();
        var b = device.newStream();
        var x = device.tensor(F32, 4)) {
      a.run(() -> x.set(0, 1));
      assertTrue(waits(), "a waits for the main stream, which made the tensor");
      b.run(() -> assertEquals(1, x.get(0)));
      assertTrue(waits(), "b waits for a, which wrote it");
      a.run(() -> assertEquals(1, x.get(0)));
      b.run(() -> assertEquals(1, x.get(0)));
      assertFalse(waits(), "readers have seen it");
      device.currentStream().run(() -> x.set(0, 2));
      assertTrue(waits(), "the writer waits for all readers");
      a.run(() -> x.set(0, 3));
      driver.log.clear();
    }
    assertTrue(driver.log.contains("free on " + 100) || !driver.log.isEmpty());
    assertTrue(driver.allocated.isEmpty());
  }

  private boolean waits() {
    boolean some = driver.log.stream().anyMatch(line -> line.contains("waits"));
    driver.log.clear();
    return some;
  }

  @Test
  void theCurrentStreamIsTheInnermostThatRuns() {
    try (var a = device.newStream();
        var b = device.newStream();
        var other = devices.get(1).newStream()) {
      Stream main = device.currentStream();
      a.run(
          () -> {
            assertEquals(a, device.currentStream());
            b.run(() -> assertEquals(b, device.currentStream()));
            other.run(() -> assertEquals(a, device.currentStream()));
          });
      assertEquals(main, device.currentStream());
      assertThrows(IllegalStateException.class, main::close);
      assertEquals(device, a.device());
    }
  }

  @Test
  void eventsTellTimeAndOrder() {
    try (var a = device.newStream();
        var start = device.currentStream().record();
        var end = device.currentStream().record()) {
      a.waitFor(end);
      assertTrue(waits());
      assertTrue(end.isDone());
      assertEquals(0.001, end.secondsSince(start), 1e-9);
      driver.version = 12_020;
      var old = assertThrows(UnsupportedOperationException.class, () -> end.secondsSince(start));
      assertEquals(
          "The time between events needs a driver that serves CUDA 12.8, found one for 12.2.",
          old.getMessage());
    }
    var closed = device.currentStream().record();
    closed.close();
    assertThrows(IllegalStateException.class, closed::isDone);
  }

  @Test
  void aDeviceThatCannotBeOpenedSaysSo() {
    driver.errors.put("cuDevicePrimaryCtxRetain", 2);
    var failure = assertThrows(DeviceException.class, () -> device.tensor(F32, 1));
    assertTrue(
        failure
            .getMessage()
            .startsWith(
                "cuda:0 (Fake GPU, compute capability 9.0) cannot be used:"
                    + " cuDevicePrimaryCtxRetain returned CUDA_ERROR_OUT_OF_MEMORY"),
        failure.getMessage());
    device.tensor(F32, 1).close();
  }

  @Test
  void afterAFaultEveryCallSaysThatTheDeviceIsLost() {
    var x = device.tensor(F32, 4);
    driver.errors.put("cuEventSynchronize", 700);
    var fault = assertThrows(DeviceException.class, x::toFloats);
    assertEquals("CUDA_ERROR_ILLEGAL_ADDRESS", fault.error());
    assertTrue(
        fault
            .getMessage()
            .startsWith(
                "cuEventSynchronize returned CUDA_ERROR_ILLEGAL_ADDRESS (700: text 700) while"
                    + " reading a tensor on cuda:0. The context is lost:"),
        fault.getMessage());
    var later = assertThrows(DeviceException.class, x::toFloats);
    assertTrue(
        later.getMessage().startsWith("cuda:0 does nothing any more in this process: cuEvent"),
        later.getMessage());
    x.close();
  }

  @Test
  void bytesOutsideOfATensorAreRefused() {
    try (var x = device.tensor(F32, 4)) {
      var five = MemorySegment.ofArray(new float[5]);
      assertThrows(IndexOutOfBoundsException.class, () -> x.memory().read(0, five));
      assertThrows(IndexOutOfBoundsException.class, () -> x.memory().write(0, five));
      x.memory().write(8, MemorySegment.ofArray(new float[] {1, 2}));
      var one = MemorySegment.ofArray(new float[1]);
      x.memory().read(12, one);
      assertEquals(2, one.get(ValueLayout.JAVA_FLOAT, 0));
    }
  }
}
