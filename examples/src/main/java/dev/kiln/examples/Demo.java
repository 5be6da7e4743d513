package dev.kiln.examples;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.F16;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What {@code ./dev demo} runs: a matrix product and attention, each timed and compared with double
 * precision. The exit code is 0 only when every element is as exact as rounding allows.
 */
final class Demo {
  private static final int SIZE = 1024;
  private static final int HEADS = 8;
  private static final int HEAD = 64;
  private static final long SEED = 1;

  private final Device cpu = Device.cpu();
  private final int level = CpuLevels.all().getLast();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<List<String>> table = new ArrayList<>();
  private boolean isExact = true;

  private Demo() {
    table.add(
        List.of(
            "kernel", "size", "time", "GFLOP/s", "max error", "of allowed", "binary", "scratch"));
  }

  /** Runs all and prints the table. */
  public static void main(String[] arguments) {
    var demo = new Demo();
    System.out.printf(
        "%nKernels written as Java methods, compiled while javac ran, launched on this CPU:%n"
            + "%d threads, x86-64-v%d, seed %d.%n%n",
        demo.cpu.cores(), demo.level, SEED);
    demo.products();
    demo.attentions();
    demo.print();
    System.exit(demo.isExact ? 0 : 1);
  }

  /** What is left to do for one kernel when its tensors are there. */
  private record Work(
      KernelInfo kernel, String size, double operations, Runnable launch, FloatTensor<?> result) {}

  private void products() {
    product(F32, GemmReluF32Kernel.info(), GemmReluF32Kernel::launch);
    product(F16, GemmReluKernel.info(), GemmReluKernel::launch);
  }

  /** A launcher of a product. */
  private interface Product<T extends FloatType> {
    void launch(FloatTensor<T> a, FloatTensor<T> b, FloatTensor<T> c);
  }

  private <T extends FloatType> void product(T dtype, KernelInfo kernel, Product<T> product) {
    try (var a = normal(dtype, SIZE, SIZE);
        var b = normal(dtype, SIZE, SIZE);
        var c = cpu.tensor(dtype, SIZE, SIZE)) {
      run(
          new Work(
              kernel,
              dtype + ", %d x %d x %d".formatted(SIZE, SIZE, SIZE),
              2.0 * SIZE * SIZE * SIZE,
              () -> product.launch(a, b, c),
              c),
          ExpectedProduct.relu(a, b));
    }
  }

  private void attentions() {
    try (var q = normal(F16, HEADS, SIZE, HEAD);
        var k = normal(F16, HEADS, SIZE, HEAD);
        var v = normal(F16, HEADS, SIZE, HEAD);
        FloatTensor<F16> o = cpu.tensor(F16, HEADS, SIZE, HEAD)) {
      String size = "f16, %d heads, %d x %d".formatted(HEADS, SIZE, HEAD);
      double operations = 4.0 * HEADS * SIZE * SIZE * HEAD;
      run(
          new Work(
              AttentionKernel.info(),
              size,
              operations,
              () -> AttentionKernel.launch(q, k, v, o),
              o),
          ExpectedAttention.of(q, k, v, /* isCausal= */ false));
      run(
          new Work(
              CausalAttentionKernel.info(),
              size,
              operations / 2,
              () -> CausalAttentionKernel.launch(q, k, v, o),
              o),
          ExpectedAttention.of(q, k, v, /* isCausal= */ true));
    }
  }

  private <T extends FloatType> FloatTensor<T> normal(T dtype, int... dims) {
    FloatTensor<T> tensor = cpu.tensor(dtype, dims);
    var elements = new float[(int) tensor.size()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) random.nextGaussian();
    }
    tensor.copyFrom(elements);
    return tensor;
  }

  private void run(Work work, Expected expected) {
    double seconds = median(work.launch);
    Expected.Worst worst = expected.worst(work.result.toFloats());
    isExact &= worst.isWithin();
    KernelInfo.Variant variant =
        work.kernel.variants().stream()
            .filter(each -> each.targets().contains("cpu"))
            .findFirst()
            .orElseThrow();
    long scratch = variant.resources().getOrDefault("v" + level + ".scratchBytes", 0L);
    String kernel = work.kernel.kernel();
    table.add(
        List.of(
            kernel.substring(kernel.lastIndexOf('.') + 1),
            work.size,
            "%.1f ms".formatted(seconds * 1e3),
            "%.1f".formatted(work.operations / seconds / 1e9),
            "%.1e".formatted(worst.largestError()),
            worst.isWithin() ? "%.0f %%".formatted(100 * worst.share()) : "TOO LARGE",
            "%s, v%d".formatted(work.kernel.artifacts().get("cpu"), level),
            "%d KiB".formatted((scratch + 1023) / 1024)));
  }

  /** The median time of some launches, of half a second in all, after one to warm up. */
  private static double median(Runnable launch) {
    launch.run();
    List<Long> times = new ArrayList<>();
    long end = System.nanoTime() + 500_000_000;
    while (times.size() < 3 || System.nanoTime() < end) {
      long start = System.nanoTime();
      launch.run();
      times.add(System.nanoTime() - start);
    }
    return times.stream().sorted().toList().get(times.size() / 2) / 1e9;
  }

  private void print() {
    var widths = new int[table.getFirst().size()];
    for (List<String> row : table) {
      Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length()));
    }
    for (List<String> row : table) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        boolean isNumber = i >= 2 && i <= 5 || i == 7;
        line.append(("%" + (isNumber ? "" : "-") + widths[i] + "s  ").formatted(row.get(i)));
      }
      System.out.println(line.toString().stripTrailing());
    }
    System.out.println(
        """

        The error is against the same computation in double precision; allowed is what rounding in the
        element type and a sum of this length explain."""
            + (isExact ? " All results are right." : " SOME RESULTS ARE WRONG."));
  }
}
