package dev.kiln.lang;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I16;
import static dev.kiln.lang.Tile.I8;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.FloatBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tensors as the host sees them. */
class TensorTest {

  @Test
  void f16AndBf16RoundToNearestEven() {
    try (var h = FloatTensor.of(F16, 1);
        var b = FloatTensor.of(BF16, 1)) {
      h.set(0, 2049f);
      assertEquals(2048, h.get(0));
      h.set(0, 2051f);
      assertEquals(2052, h.get(0));
      h.set(0, 65520f);
      assertEquals(Float.POSITIVE_INFINITY, h.get(0));
      b.set(0, 257f);
      assertEquals(256, b.get(0));
      b.set(0, 259f);
      assertEquals(260, b.get(0));
      b.set(0, Float.MAX_VALUE);
      assertEquals(Float.POSITIVE_INFINITY, b.get(0));
      b.set(0, Float.intBitsToFloat(0x7f800001));
      assertTrue(Float.isNaN(b.get(0)), "a NaN whose upper half looks like infinity stays a NaN");
    }
  }

  @Test
  void bf16IsTheNearestOfItsNeighbours() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      float x = Float.intBitsToFloat(random.nextInt());
      if (!Float.isFinite(x)) {
        continue;
      }
      int bits = Float.floatToRawIntBits(x);
      double below = Float.intBitsToFloat(bits & 0xffff0000);
      double step = Math.ulp((float) below) * 0x1p16;
      double above = below + Math.copySign(step, x);
      double rest = Math.abs((double) x - below);
      boolean up = rest > step / 2 || (rest == step / 2 && (bits & 0x10000) != 0);
      double found = dev.kiln.lang.BF16.fromBits(dev.kiln.lang.BF16.toBits(x));
      double expected = (float) (up ? above : below);
      assertEquals(expected, found, () -> "bf16 of " + x);
    }
  }

  @Test
  void integersKeepTheirLowBits() {
    try (var i8 = IntTensor.of(I8, 1);
        var u8 = IntTensor.of(U8, 1);
        var i16 = IntTensor.of(I16, 1)) {
      i8.set(0, 200);
      u8.set(0, -1);
      i16.set(0, 0x18000);
      assertEquals(-56, i8.get(0));
      assertEquals(255, u8.get(0));
      assertEquals(-32768, i16.get(0));
    }
  }

  @Test
  void aTransposedViewSharesElements() {
    try (var x = FloatTensor.of(F32, 2, 3)) {
      x.copyFrom(new float[] {1, 2, 3, 4, 5, 6});
      var t = x.t();
      assertArrayEquals(new int[] {3, 2}, t.dims());
      assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, t.toFloats());
      t.set(2, 0, 9f);
      assertEquals(9, x.get(0, 2));
      t.copyFrom(new float[] {1, 2, 3, 4, 5, 6});
      assertArrayEquals(new float[] {1, 3, 5, 2, 4, 6}, x.toFloats());
      assertFalse(t.isContiguous());
      assertTrue(t.t().isContiguous());
      assertThrows(
          IllegalArgumentException.class, () -> t.copyFrom(MemorySegment.ofArray(new float[6])));
    }
  }

  @Test
  void bytesGoInAndOutAsTheyAre() {
    try (var x = FloatTensor.of(F32, 2, 2)) {
      x.copyFrom(FloatBuffer.wrap(new float[] {0, 1, 2, 3, 4}, 1, 4));
      assertArrayEquals(new float[] {1, 2, 3, 4}, x.toFloats());
      var out = new float[4];
      x.copyTo(MemorySegment.ofArray(out));
      assertArrayEquals(new float[] {1, 2, 3, 4}, out);
      var wrong =
          assertThrows(
              IllegalArgumentException.class,
              () -> x.copyFrom(MemorySegment.ofArray(new float[3])));
      assertEquals("Expected 16 bytes for f32[2, 2], found 12.", wrong.getMessage());
      assertThrows(IllegalArgumentException.class, () -> x.copyFrom(new float[5]));
    }
  }

  @Test
  void aTensorOverASegmentDoesNotCopyIt() {
    var elements = new float[] {1, 2, 3, 4};
    var x = FloatTensor.over(F32, Memory.of(MemorySegment.ofArray(elements)), 2, 2);
    x.set(1, 1, 8f);
    assertEquals(8, elements[3]);
    var small =
        assertThrows(
            IllegalArgumentException.class,
            () -> FloatTensor.over(F32, Memory.of(MemorySegment.ofArray(elements)), 5));
    assertEquals("Expected at least 20 bytes for f32[5], found 16.", small.getMessage());
  }

  @Test
  void newTensorsAreZeroAndAligned() {
    try (var x = FloatTensor.of(F16, 3)) {
      assertEquals(0, x.memory().host().address() % 64);
      assertArrayEquals(new float[3], x.toFloats());
      assertEquals(6, x.byteSize());
      assertEquals("f16[3]", x.toString());
    }
  }

  @Test
  void aClosedTensorRefusesUse() {
    var x = FloatTensor.of(F32, 2);
    x.close();
    x.close();
    assertTrue(x.isClosed());
    assertEquals(
        "The tensor is closed.",
        assertThrows(IllegalStateException.class, () -> x.get(0)).getMessage());
    assertThrows(IllegalStateException.class, x::toFloats);
    assertThrows(IllegalStateException.class, () -> x.memory().hold());
  }

  @Test
  void aHeldTensorIsFreedByTheLastRelease() {
    var memory = Memory.allocate(8);
    var segment = memory.host();
    memory.hold();
    memory.hold();
    memory.close();
    assertTrue(memory.isClosed());
    assertTrue(segment.scope().isAlive());
    memory.release();
    assertTrue(segment.scope().isAlive());
    memory.release();
    assertFalse(segment.scope().isAlive());
  }

  @Test
  void closingAndHoldingByManyThreadsFreesOnce() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      var memory = Memory.allocate(64);
      var segment = memory.host();
      var broken = new AtomicInteger();
      var ready = new CountDownLatch(1);
      try (var threads = Executors.newFixedThreadPool(4)) {
        for (int t = 0; t < 4; t++) {
          boolean closes = t == 0;
          threads.execute(
              () -> {
                useUntilClosed(memory, segment, ready, closes, broken);
              });
        }
        ready.countDown();
      }
      assertEquals(0, broken.get());
      assertFalse(segment.scope().isAlive());
    }
  }

  private static void useUntilClosed(
      Memory memory,
      MemorySegment segment,
      CountDownLatch ready,
      boolean closes,
      AtomicInteger broken) {
    try {
      ready.await();
      for (int i = 0; i < 1000; i++) {
        memory.hold();
        if (!segment.scope().isAlive()) {
          broken.incrementAndGet();
        }
        memory.release();
        if (closes && i == 500) {
          memory.close();
        }
      }
    } catch (IllegalStateException e) {
      // The memory was closed, which ends this thread's work.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void dimensionsAreCheckedWhenATensorIsMade() {
    assertEquals(
        "Expected 1 to 5 dimensions, found 0.",
        assertThrows(IllegalArgumentException.class, () -> FloatTensor.of(F32)).getMessage());
    assertEquals(
        "Expected positive extents, found [2, 0].",
        assertThrows(IllegalArgumentException.class, () -> FloatTensor.of(F32, 2, 0)).getMessage());
    try (var x = FloatTensor.of(F32, 2)) {
      assertThrows(IllegalArgumentException.class, () -> x.at(1, 2));
      assertThrows(IllegalArgumentException.class, x::t);
    }
  }
}
