package dev.kiln.testkit.arch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts lines that two packages have in common, in runs of {@value #RUN} or more: a second backend
 * is a table of differences, never a copy of the first.
 */
final class Twins {
  /** Fewer equal lines in a row are chance. */
  static final int RUN = 5;

  private Twins() {}

  /** Pairs of packages of {@code sources} that share more than {@code limit} lines. */
  static List<String> over(int limit, List<Source> sources) {
    Map<String, List<List<String>>> packages = new TreeMap<>();
    for (Source source : sources) {
      packages.computeIfAbsent(source.packageName(), _ -> new ArrayList<>()).add(code(source));
    }
    var names = new ArrayList<>(packages.keySet());
    var findings = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      Set<String> runs = runs(packages.getOrDefault(names.get(i), List.of()));
      for (int j = i + 1; j < names.size(); j++) {
        int shared = sharedLines(runs, packages.getOrDefault(names.get(j), List.of()));
        if (shared > limit) {
          findings.add("%s and %s share %d lines".formatted(names.get(i), names.get(j), shared));
        }
      }
    }
    return findings;
  }

  /** The lines that say something: no comments, imports or lone braces. */
  private static List<String> code(Source source) {
    return source.lines().stream()
        .map(String::strip)
        .filter(line -> line.length() > 3)
        .filter(line -> !line.startsWith("*") && !line.startsWith("/") && !line.startsWith("@"))
        .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
        .toList();
  }

  private static Set<String> runs(List<List<String>> files) {
    var runs = new HashSet<String>();
    for (List<String> lines : files) {
      for (int i = 0; i + RUN <= lines.size(); i++) {
        runs.add(String.join("\n", lines.subList(i, i + RUN)));
      }
    }
    return runs;
  }

  private static int sharedLines(Set<String> runs, List<List<String>> files) {
    int shared = 0;
    for (List<String> lines : files) {
      var covered = new HashSet<Integer>();
      for (int i = 0; i + RUN <= lines.size(); i++) {
        if (runs.contains(String.join("\n", lines.subList(i, i + RUN)))) {
          for (int line = i; line < i + RUN; line++) {
            covered.add(line);
          }
        }
      }
      shared += covered.size();
    }
    return shared;
  }
}
