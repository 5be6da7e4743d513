package dev.kiln.benchmarks;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.E4M3;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.benchmarks.GpuPeers.PeerException;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.runtime.CudaDevice;
import dev.kiln.runtime.Device;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels on a GPU against cuBLAS, cuDNN, torch and Triton, turn by turn in one run. */
final class GpuBench {
  private static final String OURS = "ours";

  private final Report report;
  private final GpuPeers peers;
  private final CudaDevice device;
  private final double driverSeconds;

  GpuBench(Report report, GpuPeers peers) {
    this.report = report;
    this.peers = peers;
    long start = System.nanoTime();
    this.device = Device.cuda();
    this.driverSeconds = (System.nanoTime() - start) * 1e-9;
  }

  void run(String what) {
    report.note(device.model() + ", " + device.cores() + " multiprocessors");
    switch (what) {
      case "launch" -> launch();
      case "gemm" -> products();
      case "attention" -> attentions();
      case "fused" -> fused();
      default -> throw new IllegalArgumentException(what);
    }
  }

  /**
   * What a process pays once, so that nothing moves there unseen; what loading takes; and what it
   * takes the CPU to put a launch in line.
   */
  private void launch() {
    once("the driver and its devices", driverSeconds);
    once("the context", Duel.seconds(device::currentStream));
    once("the first memory of the pool", Duel.seconds(() -> device.tensor(F32, 16).close()));
    try (var x = device.tensor(F32, 16)) {
      loads("the first kernel of a process", () -> TouchKernel.launch(x));
      loads("another kernel", () -> VectorAddKernel.launch(x, x, x));
      var raw = new RawLaunch();
      var contest = new Contest();
      contest.add(
          OURS,
          times -> {
            double seconds = perTime(times, () -> TouchKernel.launch(x));
            device.synchronize();
            return seconds;
          });
      contest.add(
          "cuLaunchKernel",
          times -> {
            double seconds = perTime(times, () -> raw.launch(32));
            raw.synchronize();
            return seconds;
          });
      for (int warmUp = 0; warmUp < 10; warmUp++) {
        contest.run();
      }
      costs("launch", contest, 1.6);
    }
  }

  private void once(String what, double seconds) {
    report.note("once a process, %s: %.1f ms".formatted(what, seconds * 1e3));
  }

  /** What the first launch of a kernel takes, which loads its cubin; the context is there. */
  private void loads(String what, Runnable launch) {
    double seconds =
        Duel.seconds(
            () -> {
              launch.run();
              device.synchronize();
            });
    report.add(Row.cost("load and first launch, " + what, seconds * 1e3, 10, "ms"));
  }

  private static double perTime(int times, Runnable work) {
    return Duel.seconds(
            () -> {
              for (int i = 0; i < times; i++) {
                work.run();
              }
            })
        / times;
  }

  private void products() {
    for (int n : new int[] {8192, 4096, 2048}) {
      product(n, n, n);
    }
    product(8192, 28672, 8192);
    product(64, 8192, 8192);
    persistent(8192);
    for (int n : new int[] {8192, 4096}) {
      bytes(n);
      singles(n);
    }
  }

  private void product(int m, int n, int k) {
    int variant = m <= 64 ? 1 : 0;
    try (var a = random(BF16, m, k);
        var b = random(BF16, k, n);
        var bt = random(BF16, n, k);
        var c = device.tensor(BF16, m, n)) {
      List<String> rivals = List.of("cublas", "triton");
      rates(
          "bf16 GEMM %dx%dx%d NT".formatted(m, n, k),
          contest(
              () -> ProductTransposedKernel.launch(variant, a, bt, c), rivals, "gemm", m, n, k, 1),
          products(m, n, k));
      rates(
          "bf16 GEMM %dx%dx%d NN".formatted(m, n, k),
          contest(() -> ProductKernel.launch(variant, a, b, c), rivals, "gemm", m, n, k, 0),
          products(m, n, k));
    }
  }

  private static Scale products(int m, int n, int k) {
    return new Scale(2.0 * m * n * k * 1e-12, "TFLOP/s", 0.8);
  }

  /** Blocks that go on with the next tile against a block for each, and against cuBLAS. */
  private void persistent(int n) {
    try (var a = random(BF16, n, n);
        var b = random(BF16, n, n);
        var c = device.tensor(BF16, n, n)) {
      Contest contest =
          contest(
              () -> ProductPersistentKernel.launch(a, b, c), List.of("cublas"), "gemm", n, n, n, 1);
      contest.add(
          "a block a tile",
          times -> onDevice(times, () -> ProductTransposedKernel.launch(a, b, c)));
      rates("bf16 GEMM %d^3 NT, persistent".formatted(n), contest, products(n, n, n));
    }
  }

  /** Factors of E4M3; cuBLAS once with sums in full, and once in what the instructions keep. */
  private void bytes(int n) {
    try (var a = random(E4M3, n, n);
        var b = random(E4M3, n, n);
        var c = device.tensor(BF16, n, n)) {
      rates(
          "e4m3 GEMM %d^3 NT".formatted(n),
          contest(
              () -> ProductOfBytesKernel.launch(a, b, c),
              List.of("cublas", "cublas-fast"),
              "bytes",
              n,
              n,
              n),
          products(n, n, n));
    }
  }

  /** Factors of F32, which both sides round to TF32. */
  private void singles(int n) {
    try (var a = random(F32, n, n);
        var b = random(F32, n, n);
        var c = device.tensor(F32, n, n)) {
      rates(
          "tf32 GEMM %d^3 NT".formatted(n),
          contest(
              () -> ProductOfSinglesKernel.launch(a, b, c), List.of("cublas"), "singles", n, n, n),
          products(n, n, n));
    }
  }

  /** 16k tokens and a hidden size of 2048, as the papers have it. */
  private void attentions() {
    for (int d : new int[] {128, 64}) {
      for (int length : new int[] {16384, 4096, 1024}) {
        for (int causal = 0; causal < 2; causal++) {
          attention(d, length, causal);
        }
      }
    }
  }

  private void attention(int d, int length, int causal) {
    int heads = 2048 / d;
    int batch = 16384 / length;
    double flops = 4.0 * length * length * d * heads * batch / (1 + causal);
    float scale = (float) (1 / Math.sqrt(d));
    int variant = 2 * causal + (d == 64 ? 0 : 1);
    try (var q = random(BF16, batch * heads, length, d);
        var k = random(BF16, batch * heads, length, d);
        var v = random(BF16, batch * heads, length, d);
        var o = device.tensor(BF16, batch * heads, length, d)) {
      rates(
          "attention d %d, %d%s".formatted(d, length, causal == 1 ? ", causal" : ""),
          contest(
              () -> AttentionKernel.launch(variant, q, k, v, o, scale),
              List.of("cudnn", "flash"),
              "attention",
              batch,
              heads,
              length,
              d,
              causal),
          new Scale(flops * 1e-12, "TFLOP/s", 0.65));
    }
  }

  private void fused() {
    int n = 1 << 28;
    try (var a = random(F32, n);
        var b = random(F32, n);
        var c = device.tensor(F32, n)) {
      Contest add =
          contest(() -> VectorAddKernel.launch(a, b, c), List.of("torch", "triton"), "add", n);
      rates("vector add, 3 x 1 GiB", add, new Scale(3.0 * 4 * n * 1e-9, "GB/s", 0.85));
    }
    int columns = 1024;
    int rows = n / columns;
    try (var in = random(F32, rows, columns);
        var out = device.tensor(F32, rows, columns)) {
      Contest softmax =
          contest(
              () -> SoftmaxKernel.launch(in, out),
              List.of("torch", "triton"),
              "softmax",
              rows,
              columns);
      add(softmax, "copy", "copy", n);
      rates("softmax, rows of 1024, 2 x 1 GiB", softmax, new Scale(8.0 * n * 1e-9, "GB/s", 0.85));
    }
    int wide = 4096;
    int tall = n / wide;
    try (var in = random(BF16, tall, wide);
        var weight = random(BF16, wide);
        var out = device.tensor(BF16, tall, wide)) {
      Contest norm =
          contest(
              () -> RmsNormKernel.launch(in, weight, out),
              List.of("torch"),
              "rms_norm",
              tall,
              wide);
      rates("rms norm, rows of 4096, 2 x 512 MiB", norm, new Scale(4.0 * n * 1e-9, "GB/s", 0.85));
    }
  }

  /** Ours against peers that do the same work. */
  private Contest contest(Runnable ours, List<String> rivals, String work, long... numbers) {
    var contest = new Contest();
    contest.add(OURS, times -> onDevice(times, ours));
    for (String rival : rivals) {
      add(contest, rival, work, numbers);
    }
    return contest;
  }

  private void add(Contest contest, String rival, String work, long... numbers) {
    try {
      peers.prepare(rival, work, numbers);
      contest.add(rival, times -> peers.run(rival, times));
    } catch (PeerException e) {
      contest.fail(rival, e.getMessage() == null ? "failed" : e.getMessage());
    }
  }

  private double onDevice(int times, Runnable work) {
    try (var start = device.currentStream().record()) {
      for (int i = 0; i < times; i++) {
        work.run();
      }
      try (var end = device.currentStream().record()) {
        return end.secondsSince(start) / times;
      }
    }
  }

  /**
   * How seconds become a rate.
   *
   * @param amount the work of one time, in the unit times seconds
   */
  private record Scale(double amount, String unit, double bar) {}

  private void rates(String work, Contest contest, Scale scale) {
    var seconds = contest.run();
    tellFailures(work, contest);
    Double ours = seconds.remove(OURS);
    seconds.forEach(
        (peer, time) -> {
          if (ours == null) {
            report.note("%s: %s %.1f %s".formatted(work, peer, scale.amount / time, scale.unit));
          } else {
            report.add(
                Row.rate(
                    work + " / " + peer,
                    scale.amount / ours,
                    scale.amount / time,
                    scale.unit,
                    scale.bar));
          }
        });
    dropData();
  }

  private void costs(String work, Contest contest, double limit) {
    var seconds = contest.run();
    tellFailures(work, contest);
    Double ours = seconds.remove(OURS);
    if (ours != null) {
      seconds.forEach(
          (peer, time) ->
              report.add(Row.times(work + " / " + peer, ours * 1e6, time * 1e6, "us", limit)));
    }
  }

  private void tellFailures(String work, Contest contest) {
    contest.failures().forEach((who, why) -> report.note(work + ": " + who + " failed: " + why));
  }

  private void dropData() {
    try {
      peers.drop();
    } catch (PeerException e) {
      report.note("peers: " + e.getMessage());
    }
  }

  /** N(0, 1), the same million numbers again and again. */
  private <T extends FloatType> FloatTensor<T> random(T dtype, int... dims) {
    FloatTensor<T> tensor = device.tensor(dtype, dims);
    try (var some = FloatTensor.of(dtype, 1 << 20)) {
      var source = new SplittableRandom(42);
      var numbers = new float[1 << 20];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (float) source.nextGaussian();
      }
      some.copyFrom(numbers);
      long chunk = some.byteSize();
      for (long done = 0; done < tensor.byteSize(); done += chunk) {
        long bytes = Math.min(chunk, tensor.byteSize() - done);
        tensor.memory().write(done, some.memory().host().asSlice(0, bytes));
      }
    }
    return tensor;
  }
}
