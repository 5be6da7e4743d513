package dev.kiln.processor.frontend;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples: their Java bodies and the IR built from their source give the same results. */
class CorpusTest {
  private static final Path EXAMPLES = Path.of("../examples/src/main/java");

  private static Translated example(String name) {
    return example(name, Map.of());
  }

  /** An example with other values in its variants, so that direct runs take no long. */
  private static Translated example(String name, Map<String, String> changes) {
    String path = "dev/kiln/examples/" + name + ".java";
    try {
      String text = Files.readString(EXAMPLES.resolve(path));
      for (Map.Entry<String, String> change : changes.entrySet()) {
        if (!text.contains(change.getKey())) {
          throw new AssertionError(name + " has no " + change.getKey());
        }
        text = text.replace(change.getKey(), change.getValue());
      }
      return Translated.of(Map.of(path, text));
    } catch (IOException unreadable) {
      throw new AssertionError(path, unreadable);
    }
  }

  @Test
  void vectorAddAtASizeThatDoesNotDivide() {
    Differential.of(example("VectorAdd"), "vectorAdd")
        .agreeOn(
            Differential.random(1, DType.F32, 5000),
            Differential.random(2, DType.F32, 5000),
            TensorData.zeros(DType.F32, 5000));
  }

  private static void gemm(String kernel, DType dtype, double tolerance) {
    Translated gemm =
        example(
            "Gemm",
            Map.of(
                "bm=128, bn=256, bk=64", "bm=32, bn=64, bk=16",
                "bm=192, bn=256, bk=256", "bm=64, bn=32, bk=32",
                "bm=128, bn=128, bk=32", "bm=32, bn=32, bk=32"));
    for (int variant = 0; variant < 2; variant++) {
      Differential.of(gemm, kernel + "#" + variant)
          .within(tolerance)
          .agreeOn(
              Differential.random(1, dtype, 70, 45),
              Differential.random(2, dtype, 45, 90),
              TensorData.zeros(dtype, 70, 90));
    }
  }

  @Test
  void gemmReluInHalfPrecision() {
    gemm("gemmRelu", DType.F16, 0x1p-10);
  }

  @Test
  void gemmReluInBfloat16() {
    gemm("gemmReluBf16", DType.BF16, 0x1p-7);
  }

  @Test
  void gemmReluInSinglePrecision() {
    gemm("gemmReluF32", DType.F32, 0x1p-20);
  }

  @Test
  void softmaxOfRowsThatDoNotDivide() {
    Differential.of(example("Softmax"), "softmax")
        .within(0x1p-20)
        .agreeOn(Differential.random(1, DType.F32, 11, 700), TensorData.zeros(DType.F32, 11, 700));
  }

  @Test
  void rmsNormOfRowsThatDoNotDivide() {
    Differential.of(example("RmsNorm"), "rmsNorm")
        .within(0x1p-20)
        .agreeOn(
            Differential.random(1, DType.F32, 11, 700),
            Differential.random(2, DType.F32, 700),
            TensorData.zeros(DType.F32, 11, 700),
            1e-5f);
  }

  @Test
  void transposeOfATallMatrix() {
    Differential.of(example("Transpose"), "transpose")
        .agreeOn(Differential.random(1, DType.F32, 150, 70), TensorData.zeros(DType.F32, 70, 150));
  }

  @Test
  void histogramOfEveryByte() {
    Differential.of(example("Histogram"), "histogram")
        .agreeOn(Differential.random(1, DType.U8, 20_000), TensorData.zeros(DType.I32, 256));
  }

  private static void attention(String kernel) {
    Translated attention = example("Attention", Map.of("bm=64, bn=64", "bm=16, bn=32"));
    Differential.of(attention, kernel)
        .within(0x1p-9)
        .agreeOn(
            Differential.random(1, DType.F16, 2, 50, 64),
            Differential.random(2, DType.F16, 2, 50, 64),
            Differential.random(3, DType.F16, 2, 50, 64),
            TensorData.zeros(DType.F16, 2, 50, 64));
  }

  @Test
  void attentionOverAllKeys() {
    attention("attention");
  }

  @Test
  void attentionOverKeysUpToTheQuery() {
    attention("causalAttention");
  }
}
