package dev.kiln.processor;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Runs Eclipse's batch compiler with the processor, and reads what it printed. */
final class Ecj {
  /** The head of a finding, then source lines with marks below them, then Kiln's message. */
  private static final Pattern PROBLEM =
      Pattern.compile(
          "(?m)^\\d+\\. (?:ERROR|WARNING|INFO) in .* \\(at line (\\d+)\\)\\R\\t"
              + "((?:(?!----------)(?!\\[KILN).*\\R)+)(\\[KILN(?:(?!----------).*\\R)+)");

  private Ecj() {}

  /** A finding of Kiln with the offsets of the characters that are marked, the end included. */
  record Problem(int line, int start, int end, String message) {}

  /** Compiles one text in {@code folder}. */
  static List<Problem> compile(Path folder, List<String> options, String text) throws IOException {
    Path source = folder.resolve(Sources.name(text).replace('.', '/') + ".java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, text);
    Files.createDirectories(folder.resolve("generated"));
    String path = System.getProperty("java.class.path");
    List<String> arguments = new ArrayList<>(options);
    Collections.addAll(
        arguments,
        "-25",
        "-classpath",
        path,
        "-processor",
        KilnProcessor.class.getName(),
        "-processorpath",
        path,
        "-d",
        folder.resolve("out").toString(),
        "-s",
        folder.resolve("generated").toString(),
        source.toString());
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    BatchCompiler.compile(arguments.toArray(String[]::new), writer, writer, null);
    return read(output.toString(), text);
  }

  private static List<Problem> read(String output, String text) {
    List<Problem> problems = new ArrayList<>();
    Matcher matcher = PROBLEM.matcher(output);
    while (matcher.find()) {
      int line = Integer.parseInt(matcher.group(1));
      List<String> shown = matcher.group(2).lines().toList();
      int start = text.indexOf(shown.getFirst(), Sources.lineStart(text, line));
      int end = start + matcher.group(2).length();
      if (shown.size() == 2 && shown.get(1).contains("^")) {
        // Below one line stand marks, behind the tab that indents all lines.
        end = start + shown.get(1).lastIndexOf('^') - 1;
        start += shown.get(1).indexOf('^') - 1;
      }
      problems.add(new Problem(line, start, end, matcher.group(3).strip()));
    }
    return problems;
  }
}
