package dev.kiln.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What kernels add to a {@code javac} of their own process, and what the worker takes. */
final class JavacBench {
  private static final int TURNS = 7;

  private final Report report;
  private final String processorPath;
  private final String classPath;

  /**
   * @param processorPath what {@code annotationProcessorPaths} resolves to
   * @param classPath annotations and runtime
   */
  JavacBench(Report report, String processorPath, String classPath) {
    this.report = report;
    this.processorPath = processorPath;
    this.classPath = classPath;
  }

  void run() throws IOException, InterruptedException {
    added("javac, 1 kernel more than without", 1, 1.2);
    added("javac, 10 kernels more than without", 10, 2.5);
  }

  private void added(String work, int kernels, double limit)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("kiln-bench");
    try {
      Path source = folder.resolve("Many.java");
      Files.writeString(source, source(kernels));
      var with = new double[TURNS];
      var without = new double[TURNS];
      compile(folder, source, true);
      awaitArchive();
      for (int i = 0; i < TURNS; i++) {
        without[i] = compile(folder, source, false);
        with[i] = compile(folder, source, true);
      }
      long workerBytes = workerBytes(folder, source);
      report.add(Row.cost(work, Duel.median(with) - Duel.median(without), limit, "s"));
      report.add(
          Row.cost("worker's memory, " + kernels + " kernels", workerBytes / 1e6, 600, "MB"));
    } finally {
      delete(folder);
    }
  }

  /**
   * The first build on a machine unpacks the natives, and its worker then makes its archive of
   * classes; measured is what every later build takes.
   */
  private static void awaitArchive() throws IOException, InterruptedException {
    Path archives = Path.of(System.getProperty("user.home"), ".javacpp", "cache", "kiln");
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    boolean isMade = false;
    while (!isMade && System.nanoTime() < end) {
      Thread.sleep(1000);
      try (Stream<Path> files = Files.isDirectory(archives) ? Files.list(archives) : Stream.of()) {
        List<String> names = files.map(Path::toString).toList();
        isMade =
            names.stream().anyMatch(name -> name.endsWith(".aot"))
                && names.stream().noneMatch(name -> name.endsWith(".calls"));
      }
    }
  }

  /** How long one run of javac takes, in seconds. */
  private double compile(Path folder, Path source, boolean processed)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    finish(start(folder, source, processed), folder);
    return (System.nanoTime() - start) * 1e-9;
  }

  /** The largest resident size seen of the worker, in a run of its own: looking takes time too. */
  private long workerBytes(Path folder, Path source) throws IOException, InterruptedException {
    Process javac = start(folder, source, true);
    long largest = 0;
    while (!javac.waitFor(5, TimeUnit.MILLISECONDS)) {
      largest = Math.max(largest, javac.children().mapToLong(JavacBench::resident).sum());
    }
    finish(javac, folder);
    return largest;
  }

  private Process start(Path folder, Path source, boolean processed) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
    command.addAll(List.of("-d", folder.resolve("out").toString(), "-cp", classPath));
    command.addAll(processed ? List.of("-processorpath", processorPath) : List.of("-proc:none"));
    command.add(source.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log(folder).toFile())
        .start();
  }

  private static Path log(Path folder) {
    return folder.resolve("log");
  }

  private static void finish(Process javac, Path folder) throws IOException, InterruptedException {
    if (javac.waitFor() != 0) {
      throw new IllegalStateException("javac failed:\n" + Files.readString(log(folder)));
    }
  }

  private static long resident(ProcessHandle process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      Optional<String> line = lines.filter(text -> text.startsWith("VmRSS:")).findFirst();
      return line.map(text -> Long.parseLong(text.replaceAll("[^0-9]", "")) * 1024).orElse(0L);
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // the process has just ended
    }
  }

  /** A class with so many kernels of one kind. */
  static String source(int kernels) {
    return """
    import static dev.kiln.lang.Tile.*;
    import dev.kiln.lang.*;
    class Many {
    """
        + IntStream.range(0, kernels).mapToObj(JavacBench::kernel).collect(Collectors.joining())
        + "}\n";
  }

  private static String kernel(int number) {
    return """
      @TileKernel @Variant("bm=128, bn=128, bk=64, stages=2")
      static void gemmRelu%1$d(
          @Dims("m, k") FloatTensor<F32> a, @Dims("k, n") FloatTensor<F32> b,
          @Dims("m, n") FloatTensor<F32> c,
          @Const int bm, @Const int bn, @Const int bk, @Const int stages) {
        grid(ceilDiv(c.dim(1), bn), ceilDiv(c.dim(0), bm), (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          parallel(bm, bn, (i, j) -> acc.set(i, j, max(acc.get(i, j), %1$df)));
          copy(acc, c.at(by * bm, bx * bn));
        });
      }
    """
        .formatted(number);
  }

  /** Deletes a folder and what is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
