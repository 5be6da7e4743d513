package dev.kiln.runtime;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.BOOL;
import static dev.kiln.lang.Tile.F64;
import static dev.kiln.lang.Tile.I64;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.runtime.cpu.CpuLibrary;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Devices and the tensors they make. */
class DeviceTest {

  @Test
  void theCpuIsAlwaysThereAndTheBestWhereItIsAlone() {
    assertEquals("cpu", Device.cpu().name());
    assertTrue(Device.all().contains(Device.cpu()));
    assertSame(Device.cpu(), Device.best());
    assertEquals(Runtime.getRuntime().availableProcessors(), Device.cpu().cores());
    assertEquals(5, Device.cpu().withThreads(5).cores());
    assertSame(Device.cpu().withThreads(5), Device.cpu().withThreads(5));
    assertThrows(IllegalArgumentException.class, () -> Device.cpu().withThreads(0));
  }

  @Test
  void tensorsOfEveryFamilyAreAlignedAndZero() {
    try (var f = Device.cpu().tensor(BF16, 3, 5);
        var i = Device.cpu().tensor(U8, 7);
        var l = Device.cpu().tensor(I64, 2, 2, 2);
        var d = Device.cpu().tensor(F64, 1);
        var b = Device.cpu().tensor(BOOL, 9)) {
      for (var tensor : new dev.kiln.lang.Tensor<?>[] {f, i, l, d, b}) {
        assertEquals(0, tensor.memory().host().address() % 64);
        assertEquals("cpu", tensor.memory().device());
      }
      assertEquals(0, f.get(2, 4));
      assertFalse(b.get(8));
    }
    assertThrows(IllegalArgumentException.class, () -> Device.cpu().tensor(F64, 2, -1));
    assertThrows(IllegalArgumentException.class, () -> Device.cpu().tensor(F64));
  }

  @Test
  void aDirectBufferIsWrappedInPlace() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
    var tensor = Device.cpu().wrap(I64, MemorySegment.ofBuffer(buffer), 4);
    tensor.set(3, 17);
    assertEquals(17, buffer.getLong(24));
    tensor.close();
    assertThrows(IllegalStateException.class, () -> tensor.get(3));
    assertEquals(17, buffer.getLong(24), "memory of somebody else's is not freed");
  }

  @Test
  void aLevelAboveTheMachineIsRefused() {
    assertEquals(3, CpuLibrary.load("k", AxpyLibrary.BYTES, 0).level());
    assertEquals(2, CpuLibrary.load("k", AxpyLibrary.BYTES, 2).level());
    var above =
        assertThrows(
            UnsupportedOperationException.class, () -> CpuLibrary.load("k", AxpyLibrary.BYTES, 4));
    assertEquals(
        "Expected a level of the CPU from 2 to 3 on this machine, found 4.", above.getMessage());
    assertThrows(
        IllegalStateException.class,
        () -> CpuLibrary.load("k", AxpyLibrary.BYTES, 3).function(9, 0, /* prints= */ false));
    assertThrows(
        UnsupportedOperationException.class, () -> CpuLibrary.load("k", new byte[] {1, 2}, 0));
  }

  @Test
  void settingsAreNumbersAndPlatformsHaveOneName() {
    assertEquals(4, Settings.number("kiln.cpu.threads", "4"));
    assertThrows(IllegalArgumentException.class, () -> Settings.number("kiln.cpu.threads", "many"));
    assertEquals("linux-x86_64", Settings.platform("Linux", "amd64"));
    assertEquals("windows-x86_64", Settings.platform("Windows 11", "amd64"));
  }
}
