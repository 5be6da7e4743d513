package dev.kiln.examples;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The number of stages of a pipeline does not change a bit of the result.
 *
 * <p>The examples with stages are compiled anew, with a variant for each number of stages and tiles
 * that are small, so that there are more rounds than stages.
 */
final class StagesTest {
  private static final int MOST_STAGES = 4;
  private static final int M = 70;
  private static final int N = 50;
  private static final int K = 200;
  private static final int HEAD = 64;

  @TempDir static Path folder;
  private static URLClassLoader kernels;

  @BeforeAll
  static void compile() throws IOException {
    Recompiled.examples(folder, List.of("Gemm", "Attention"), StagesTest::rows);
    kernels = new URLClassLoader(new URL[] {folder.resolve("classes").toUri().toURL()});
  }

  @AfterAll
  static void close() throws IOException {
    kernels.close();
  }

  /** A row for each number of stages, made from an example's own. */
  private static List<String> rows(String row) {
    return java.util.stream.IntStream.rangeClosed(1, MOST_STAGES)
        .mapToObj(
            stages ->
                row.replaceAll("(b[mnk])=[0-9]+", "$1=32")
                    .replaceAll("stages=[0-9]+", "stages=" + stages))
        .toList();
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
        var b = trial.normal(dtype, K, N);
        var c = Trial.poisoned(dtype, M, N)) {
      check(trial, launcher, ExpectedProduct.relu(a, b), a, b, c);
    }
  }

  private static void attention(String launcher, boolean isCausal)
      throws ReflectiveOperationException {
    var trial = new Trial(launcher);
    try (var q = trial.normal(F16, 2, K, HEAD);
        var k = trial.normal(F16, 2, K, HEAD);
        var v = trial.normal(F16, 2, K, HEAD);
        var o = Trial.poisoned(F16, 2, K, HEAD)) {
      check(trial, launcher, ExpectedAttention.of(q, k, v, isCausal), q, k, v, o);
    }
  }

  private static void check(
      Trial trial, String launcher, Expected expected, FloatTensor<?>... tensors)
      throws ReflectiveOperationException {
    Method launch = launch(launcher);
    FloatTensor<?> result = tensors[tensors.length - 1];
    var poison = new float[(int) result.size()];
    Arrays.fill(poison, Float.NaN);
    for (var level : Trial.LEVELS) {
      try (var first = level.copy(tensors[0])) {
        var arguments = new Object[tensors.length + 1];
        System.arraycopy(tensors, 0, arguments, 1, tensors.length);
        arguments[1] = first;
        float[] oneStage = {};
        for (int variant = 0; variant < MOST_STAGES; variant++) {
          result.copyFrom(poison);
          arguments[0] = variant;
          launch.invoke(null, arguments);
          trial.check(level + ", " + (variant + 1) + " stages", expected, result);
          oneStage = variant == 0 ? result.toFloats() : oneStage;
          trial.checkSame(level + ", " + (variant + 1) + " stages", oneStage, result.toFloats());
        }
      }
    }
  }

  private static Method launch(String launcher) throws ReflectiveOperationException {
    return Arrays.stream(kernels.loadClass(Recompiled.PACKAGE + "." + launcher).getMethods())
        .filter(method -> method.getName().equals("launch"))
        .filter(method -> method.getParameterTypes()[0] == int.class)
        .findFirst()
        .orElseThrow();
  }
}
