package dev.kiln.examples;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of stages of a pipeline does not change a bit of the result. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class StagesTest {
  private static final int M = 70;
  private static final int N = 50;
  private static final int K = 200;
  private static final int HEAD = 64;

  @TempDir static Path folder;
  private static StagedExamples kernels;

  @BeforeAll
  static void compile() throws IOException {
    kernels = StagedExamples.aheadOrIn(folder);
  }

  @Test
  void productsInSinglePrecision() throws ReflectiveOperationException {
    product("GemmReluF32Kernel", F32);
  }

  @Test
  void productsInHalfPrecision() throws ReflectiveOperationException {
    product("GemmReluKernel", F16);
  }

  @Test
  void productsInBfloat16() throws ReflectiveOperationException {
    product("GemmReluBf16Kernel", BF16);
  }

  @Test
  void attention() throws ReflectiveOperationException {
    attention("AttentionKernel", /* isCausal= */ false);
  }

  @Test
  void causalAttention() throws ReflectiveOperationException {
    attention("CausalAttentionKernel", /* isCausal= */ true);
  }

  private static <T extends FloatType> void product(String launcher, T dtype)
      throws ReflectiveOperationException {
    var trial = new Trial(launcher);
    try (var a = trial.normal(dtype, M, K);
        var b = trial.normal(dtype, K, N)) {
      check(trial, launcher, ExpectedProduct.relu(a, b), List.of(a, b), M, N);
    }
  }

  private static void attention(String launcher, boolean isCausal)
      throws ReflectiveOperationException {
    var trial = new Trial(launcher);
    try (var q = trial.normal(F16, 2, K, HEAD);
        var k = trial.normal(F16, 2, K, HEAD);
        var v = trial.normal(F16, 2, K, HEAD)) {
      Expected expected = ExpectedAttention.of(q, k, v, isCausal);
      check(trial, launcher, expected, List.of(q, k, v), 2, K, HEAD);
    }
  }

  private static <T extends FloatType> void check(
      Trial trial, String launcher, Expected expected, List<FloatTensor<T>> inputs, int... dims)
      throws ReflectiveOperationException {
    Method launch = kernels.launch(launcher);
    for (Place place : Place.ALL) {
      float[] oneStage = {};
      for (int variant = 0; variant < StagedExamples.MOST_STAGES; variant++) {
        int number = variant;
        FloatTensor<T> found =
            trial.run(place, inputs, (in, out) -> invoke(launch, number, in, out), dims);
        String how = "%s, %d stages".formatted(place, variant + 1);
        trial.check(how, expected, found);
        oneStage = variant == 0 ? found.toFloats() : oneStage;
        trial.checkSame(how, oneStage, found.toFloats());
      }
    }
  }

  private static <T extends FloatType> void invoke(
      Method launch, int variant, List<FloatTensor<T>> inputs, FloatTensor<T> output) {
    var arguments = new ArrayList<Object>(inputs);
    arguments.addFirst(variant);
    arguments.addLast(output);
    try {
      launch.invoke(null, arguments.toArray());
    } catch (ReflectiveOperationException broken) {
      throw new AssertionError(launch.toString(), broken);
    }
  }
}
