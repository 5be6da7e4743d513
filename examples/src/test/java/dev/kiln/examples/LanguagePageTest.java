package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.lang.*;
import dev.kiln.runtime.Device;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What {@code docs/language.md} shows is what happens. */
final class LanguagePageTest {
  private static final Page PAGE = Page.of("docs/language.md");

  @Test
  void aStrictRunOfACorrectKernelFindsNothing() {
    int n = 10;
    try (FloatTensor<F32> a = Device.cpu().tensor(F32, n);
        FloatTensor<F32> b = Device.cpu().tensor(F32, n);
        FloatTensor<F32> c = Device.cpu().tensor(F32, n)) {
      // sample: reference
      Reference.with(Reference.Mode.RACE, Reference.Mode.POISON)
          .seed(42)
          .run(() -> VectorAdd.vectorAdd(a, b, c, 4));
      // end
      assertEquals(a.get(9) + b.get(9), c.get(9));
    }
  }

  @TestFactory
  Stream<DynamicTest> messagesAreReal() {
    return Stream.of(
        message(
            Reference.Mode.RACE,
            () ->
                grid(
                    1,
                    (block) -> {
                      var tile = shared(F32, 4);
                      parallel(2, (i) -> tile.set(1, i));
                    })),
        message(
            Reference.Mode.POISON,
            () ->
                grid(
                    1,
                    (block) -> {
                      var tile = fragment(F32, 4);
                      tile.set(1, tile.get(2));
                    })),
        message(
            Reference.Mode.BOUNDS,
            () -> {
              try (FloatTensor<F32> x = Device.cpu().tensor(F32, 8)) {
                grid(9, (block) -> x.set(block, 1));
              }
            }));
  }

  private static DynamicTest message(Reference.Mode mode, Runnable kernel) {
    return DynamicTest.dynamicTest(
        mode.name(),
        () -> {
          var fault =
              assertThrows(ReferenceException.class, () -> Reference.with(mode).run(kernel));
          assertEquals(mode, fault.mode());
          PAGE.requireText(fault.getMessage());
        });
  }

  @Test
  void samplesComputeWhatTheirMethodsCompute() {
    var trial = new Trial("samples");
    try (var x = trial.normal(F32, 2500);
        var y = Trial.filled(F32, x.toFloats(), 2500)) {
      GeluInPlaceKernel.launch(x);
      LanguageSamples.geluInPlace(y, 1024);
      double[] bounds = new double[2500];
      Arrays.fill(bounds, 1e-6);
      trial.check("gelu", Expected.around(y.toFloats(), bounds), x);
    }
    try (var x = trial.normal(F16, 50, 700);
        var found = Trial.poisoned(F16, 50);
        var direct = Trial.poisoned(F16, 50)) {
      RowMaximaKernel.launch(x, found);
      LanguageSamples.rowMaxima(x, direct, 16, 256);
      trial.checkSame("maxima", direct.toFloats(), found.toFloats());
    }
    try (IntTensor<I32> start = Device.cpu().tensor(I32, 1000);
        IntTensor<I32> steps = Device.cpu().tensor(I32, 1000);
        IntTensor<I32> direct = Device.cpu().tensor(I32, 1000)) {
      int[] numbers = new int[1000];
      Arrays.setAll(numbers, i -> i + 1);
      start.copyFrom(numbers);
      StepsToOneKernel.launch(start, steps);
      LanguageSamples.stepsToOne(start, direct);
      assertEquals(111, steps.get(26));
      assertArrayEquals(direct.toInts(), steps.toInts());
    }
  }
}
