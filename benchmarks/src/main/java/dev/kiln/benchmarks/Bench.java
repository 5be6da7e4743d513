package dev.kiln.benchmarks;

import java.io.IOException;
import java.nio.file.Path;

/** {@code bench cpu}: runs the benchmarks, prints the table, writes {@code bench-cpu.json}. */
public final class Bench {
  private Bench() {}

  /**
   * Runs them; exits with 1 when a bar was missed.
   *
   * @param arguments {@code cpu}, then the processor path and the class path for javac
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 3 || !arguments[0].equals("cpu")) {
      System.err.println("usage: bench cpu <processor path> <class path>");
      System.exit(2);
    }
    var report = new Report(System.out);
    new CpuBench(report).run();
    new JavacBench(report, arguments[1], arguments[2]).run();
    report.write(Path.of("bench-cpu.json"));
    System.exit(report.allPass() ? 0 : 1);
  }
}
