package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.I32;
import dev.kiln.lang.IntTensor;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelTrapException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gathered rows are those of the table; what the kernel says of itself names the Java source. */
final class GatherTest {
  private static final int ROWS = 5;

  /** Tensors of one run, whose table holds {@code 100 * row - column}. */
  private record Run(FloatTensor<F32> table, IntTensor<I32> rows, FloatTensor<F32> y)
      implements AutoCloseable {
    static Run of(Device device, int n, int... rows) {
      var elements = new float[ROWS * n];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = 100 * (i / n) - i % n;
      }
      FloatTensor<F32> table = device.tensor(F32, ROWS, n);
      table.copyFrom(elements);
      IntTensor<I32> numbers = device.tensor(I32, rows.length);
      numbers.copyFrom(rows);
      return new Run(table, numbers, device.tensor(F32, rows.length, n));
    }

    void launch(boolean isTold) {
      GatherKernel.launch(table, rows, y, isTold);
    }

    void call(boolean isTold) {
      Gather.gather(table, rows, y, isTold, 64);
    }

    @Override
    public void close() {
      table.close();
      rows.close();
      y.close();
    }
  }

  private static float[] expected(int n, int... rows) {
    var elements = new float[rows.length * n];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = 100 * rows[i / n] - i % n;
    }
    return elements;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 130})
  void rowsAreThoseOfTheTable(int n) {
    for (Place place : Place.ALL) {
      try (Run run = Run.of(place.device(), n, 4, 0, 4)) {
        run.launch(/* isTold= */ false);
        assertArrayEquals(expected(n, 4, 0, 4), run.y().toFloats());
      }
    }
  }

  @Test
  void linesNameTheirPlace() {
    List<String> expected =
        List.of(
            "Gather.java:31: row of 0 3 300.0", "Gather.java:40: 0 true", "Gather.java:40: 1 true");
    for (Place place : Place.ALL) {
      try (Run run = Run.of(place.device(), 3, 3)) {
        assertEquals(expected, printed(() -> run.launch(/* isTold= */ true)), place::toString);
      }
    }
    try (Run run = Run.of(Device.cpu(), 3, 3)) {
      assertEquals(expected, printed(() -> run.call(/* isTold= */ true)));
    }
  }

  private static List<String> printed(Runnable kernel) {
    PrintStream before = System.out;
    var bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, /* autoFlush= */ true, StandardCharsets.UTF_8));
    try {
      kernel.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aNumberWithoutRowStopsTheKernel() {
    for (Place place : Place.ALL) {
      stops(place.device());
    }
    try (Run run = Run.of(Device.cpu(), 3, 1, 5)) {
      var stopped = assertThrows(AssertionError.class, () -> run.call(/* isTold= */ false));
      assertEquals("assertion failed: no such row", stopped.getMessage());
    }
  }

  /** The device goes on to work behind it. */
  private static void stops(Device device) {
    try (Run run = Run.of(device, 3, 1, 5)) {
      var stopped =
          assertThrows(
              KernelTrapException.class,
              () -> {
                run.launch(/* isTold= */ false);
                assertTrue(run.y().toFloats().length > 0);
              });
      assertEquals(
          "Gather.java:29:11 assertion failed: no such row", stopped.site(), stopped::getMessage);
    }
    try (Run run = Run.of(device, 65, 2)) {
      run.launch(/* isTold= */ false);
      assertArrayEquals(expected(65, 2), run.y().toFloats());
    }
  }

  @Test
  @Tag("gpu")
  void aNumberWithoutRowStopsTheKernelOnTheGpu() {
    stops(Device.best());
  }

  @Test
  @Tag("gpu")
  void rowsAreThoseOfTheTableOnTheGpuWhileLinesArePrinted() {
    try (Run run = Run.of(Device.best(), 130, 4, 0, 4)) {
      run.launch(/* isTold= */ true);
      assertArrayEquals(expected(130, 4, 0, 4), run.y().toFloats());
    }
  }
}
