package dev.kiln.processor.frontend;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples: their Java bodies and the IR built from their source give the same results. */
class CorpusTest {
  private static Translated example(String name) {
    return Translated.of(Map.of(Corpus.pathOf(name), Corpus.example(name)));
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
    Translated gemm = example("Gemm");
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
    Translated attention = example("Attention");
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
