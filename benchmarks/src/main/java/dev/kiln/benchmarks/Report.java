package dev.kiln.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects rows, prints each as it comes, and writes all of them as a JSON array. */
final class Report {
  private final PrintStream screen;
  private final List<Row> rows = new ArrayList<>();

  Report(PrintStream screen) {
    this.screen = screen;
    screen.printf("%-44s %10s %10s %-8s %6s %8s%n", "work", "ours", "peer", "unit", "ratio", "bar");
  }

  void add(Row row) {
    rows.add(row);
    screen.println(row.line());
  }

  /** Something worth reading beside the rows. */
  void note(String text) {
    screen.println("  " + text);
  }

  void write(Path file) throws IOException {
    String body = rows.stream().map(row -> "  " + row.json()).collect(Collectors.joining(",\n"));
    Files.writeString(file, "[\n" + body + "\n]\n");
    screen.println("written to " + file);
  }

  boolean allPass() {
    return rows.stream().allMatch(Row::passes);
  }
}
