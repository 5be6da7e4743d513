package dev.kiln.benchmarks;

import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.runtime.Device;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Kernels on the CPU against OpenBLAS and against copying memory, with all cores. */
final class CpuBench {
  private static final int MEGABYTES_256 = 256 << 20;
  private static final int COLUMNS = 1024;

  private final Report report;
  private final Device device = Device.cpu();
  private final int threads = Runtime.getRuntime().availableProcessors();

  CpuBench(Report report) {
    this.report = report;
  }

  void run() {
    matmul(1024, 31);
    matmul(2048, 9);
    try (var copy = new MemoryCopy(threads)) {
      vectorAdd(copy);
      softmax(copy);
    }
    launch();
    plainJava();
  }

  private void matmul(int n, int turns) {
    var blas = new OpenBlas(threads);
    try (var a = random(n, n);
        var b = random(n, n);
        var c = device.tensor(F32, n, n);
        var expected = device.tensor(F32, n, n)) {
      Duel duel =
          Duel.run(
              3,
              turns,
              () -> MatmulKernel.launch(a, b, c),
              () -> blas.multiply(n, bytes(a), bytes(b), bytes(expected)));
      requireClose(c, expected, n);
      double flops = 2.0 * n * n * n * 1e-9;
      report.add(
          Row.rate(
              "f32 GEMM " + n + "^3 / OpenBLAS",
              flops / duel.ours(),
              flops / duel.peer(),
              "GFLOP/s",
              0.80));
    }
  }

  private void vectorAdd(MemoryCopy copy) {
    int n = MEGABYTES_256 / Float.BYTES;
    try (var a = random(n);
        var b = random(n);
        var c = device.tensor(F32, n);
        var other = device.tensor(F32, n)) {
      Duel duel =
          Duel.run(
              2, 9, () -> VectorAddKernel.launch(a, b, c), () -> copy.copy(bytes(a), bytes(other)));
      for (int i = 0; i < n; i += 1 << 12) {
        require(c.get(i) == a.get(i) + b.get(i), "vector add at " + i);
      }
      report.add(
          Row.rate(
              "vector add 3 x 256 MB / copy",
              3 * gigabytes() / duel.ours(),
              2 * gigabytes() / duel.peer(),
              "GB/s",
              0.75));
    }
  }

  private void softmax(MemoryCopy copy) {
    int rows = MEGABYTES_256 / Float.BYTES / COLUMNS;
    try (var in = random(rows, COLUMNS);
        var out = device.tensor(F32, rows, COLUMNS)) {
      Duel duel =
          Duel.run(
              2, 9, () -> SoftmaxKernel.launch(in, out), () -> copy.copy(bytes(in), bytes(out)));
      SoftmaxKernel.launch(in, out);
      double sum = 0;
      for (int j = 0; j < COLUMNS; j++) {
        sum += out.get(rows - 1, j);
      }
      require(Math.abs(sum - 1) < 1e-5, "the last row of softmax sums to " + sum);
      report.add(
          Row.rate(
              "softmax 256 MB, rows of " + COLUMNS + " / copy",
              2 * gigabytes() / duel.ours(),
              2 * gigabytes() / duel.peer(),
              "GB/s",
              0.75));
    }
  }

  private void launch() {
    int launches = 20_000;
    try (var x = device.tensor(F32, 16)) {
      Runnable many =
          () -> {
            for (int i = 0; i < launches; i++) {
              TouchKernel.launch(x);
            }
          };
      for (int i = 0; i < 10; i++) {
        many.run();
      }
      var seconds = new double[21];
      for (int i = 0; i < seconds.length; i++) {
        seconds[i] = Duel.seconds(many);
      }
      require(x.get(3) == 31f * launches, "a launch was lost");
      report.add(
          Row.cost("launch of a one-block kernel", Duel.median(seconds) / launches * 1e6, 2, "us"));
    }
  }

  private void plainJava() {
    int n = 128;
    try (var a = random(n, n);
        var b = random(n, n);
        var c = device.tensor(F32, n, n)) {
      double first = Duel.seconds(() -> Kernels.gemmRelu(a, b, c, 64, 64, 64));
      report.add(Row.cost("gemmRelu 128^3 as plain Java, first call", first, 1, "s"));
    }
  }

  private FloatTensor<F32> random(int... dims) {
    FloatTensor<F32> tensor = device.tensor(F32, dims);
    var source = new SplittableRandom(42);
    MemorySegment bytes = bytes(tensor);
    for (long i = 0; i < tensor.size(); i++) {
      bytes.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) source.nextGaussian());
    }
    return tensor;
  }

  private static MemorySegment bytes(FloatTensor<F32> tensor) {
    return tensor.memory().host();
  }

  private static double gigabytes() {
    return MEGABYTES_256 * 1e-9;
  }

  /** Two sums of {@code n} products in F32 differ by rounding only: sqrt(n) steps at most, x 8. */
  private static void requireClose(FloatTensor<F32> ours, FloatTensor<F32> peer, int n) {
    double tolerance = 8 * Math.sqrt(n) * Math.ulp(1f) * Math.sqrt(n);
    for (int i = 0; i < n; i += 7) {
      for (int j = 0; j < n; j++) {
        double difference = Math.abs(ours.get(i, j) - peer.get(i, j));
        require(difference <= tolerance, "GEMM differs at " + i + ", " + j + " by " + difference);
      }
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException("wrong result: " + otherwise);
    }
  }
}
