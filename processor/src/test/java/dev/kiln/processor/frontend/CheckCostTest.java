package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a kernel costs javac until all that is wrong with it is known, once the code is warm. */
class CheckCostTest {
  private static final int ROUNDS = 30;
  private static final double MOST_MILLIS = 20;

  @Test
  void aKernelIsCheckedInMilliseconds() {
    double least = Double.MAX_VALUE;
    int kernels = 0;
    for (int round = 0; round < ROUNDS; round++) {
      kernels = 0;
      long start = System.nanoTime();
      for (Map.Entry<String, String> source : Corpus.all().entrySet()) {
        Translated translated = Translated.unchecked(Map.of(source.getKey(), source.getValue()));
        assertEquals(List.of(), translated.findings());
        translated
            .kernels()
            .values()
            .forEach(kernel -> assertEquals(List.of(), FuzzTest.checked(kernel)));
        kernels += translated.kernels().size();
      }
      least = Math.min(least, (System.nanoTime() - start) / 1e6 / kernels);
    }
    System.out.printf(
        "%d kernels and variants: %.2f ms each for javac's parser, the front end and the checks%n",
        kernels, least);
    assertTrue(least <= MOST_MILLIS, least + " ms");
  }
}
