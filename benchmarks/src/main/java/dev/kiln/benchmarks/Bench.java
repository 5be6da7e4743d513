package dev.kiln.benchmarks;

import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code bench cpu} and {@code bench gpu <what>}: runs benchmarks, prints the table, writes {@code
 * bench-cpu.json} or {@code bench-gpu-<what>.json}.
 */
public final class Bench {
  private Bench() {}

  /**
   * Runs them; exits with 1 when a bar was missed.
   *
   * @param arguments {@code cpu}, then the processor path and the class path for javac; or {@code
   *     gpu}, then {@code launch}, {@code gemm}, {@code attention} or {@code fused} and the script
   *     of the peers
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 3) {
      System.err.println(
          "usage: bench cpu <processor path> <class path> | bench gpu <what> <script of peers>");
      System.exit(2);
    }
    var report = new Report(System.out);
    if (arguments[0].equals("cpu")) {
      new CpuBench(report).run();
      new JavacBench(report, arguments[1], arguments[2]).run();
      new ChecksBench(report, arguments[1], arguments[2]).run();
      report.write(Path.of("bench-cpu.json"));
    } else {
      try (var peers = new GpuPeers(Path.of(arguments[2]))) {
        new GpuBench(report, peers).run(arguments[1]);
      }
      report.write(Path.of("bench-gpu-%s.json".formatted(arguments[1])));
    }
    System.exit(report.allPass() ? 0 : 1);
  }
}
