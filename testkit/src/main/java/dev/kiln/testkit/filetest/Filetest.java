package dev.kiln.testkit.filetest;

import dev.kiln.codegen.Target;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.interp.Interpreter;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import dev.kiln.ir.text.SyntaxError;
import dev.kiln.testkit.CpuLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One file: what to do, with what, and what must come out.
 *
 * @param input the lines before the expectation
 * @param expected the text that must come out; empty where the command gives none
 */
public record Filetest(Path file, List<String> input, String expected) {
  private static final String TEST = "// test:";
  private static final String RUN = "// run:";
  private static final String EXPECTED = "// expected:";
  private static final String ERROR = "// error:";

  public Filetest {
    input = List.copyOf(input);
  }

  /** All filetests below {@code folder}, or the one that it is. */
  public static List<Path> files(Path folder) {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".ir")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Filetest read(Path file) {
    try {
      List<String> lines = Files.readString(file).lines().toList();
      int end = lines.indexOf(EXPECTED);
      if (end < 0) {
        return new Filetest(file, lines, "");
      }
      String expected =
          lines.subList(end + 1, lines.size()).stream()
              .map(line -> line.replaceFirst("^// ?", "") + "\n")
              .collect(Collectors.joining());
      return new Filetest(file, lines.subList(0, end), expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong, in words that show what to do; null when nothing is. */
  public @Nullable String failure() {
    Command command = command();
    if (command instanceof Command.Check) {
      return difference(join(expectedErrors()), join(foundErrors()));
    }
    Kernel kernel = parse();
    if (command instanceof Command.RoundTrip) {
      return roundTrip(kernel);
    }
    Command.Output output = command.run(kernel);
    String difference = difference(expected, output.text());
    String runs = runs(kernel, output);
    if (runs.isEmpty() && command instanceof Command.Native) {
      runs = join(binaries(kernel));
    }
    return runs.isEmpty() ? difference : runs + (difference == null ? "" : difference);
  }

  /** What the first kernel that gives wrong results gives. */
  private String runs(Kernel kernel, Command.Output output) {
    var kernels = new LinkedHashMap<String, Kernel>();
    kernels.put("as written", kernel);
    kernels.putAll(output.kernels());
    return kernels.entrySet().stream()
        .map(
            entry -> {
              RunLine.Executor executor = RunLine.interpreter(entry.getValue());
              return join(runs(entry.getValue(), executor, entry.getKey()));
            })
        .filter(problems -> !problems.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Writes what comes out as what is expected; returns whether the file changed. */
  public boolean bless() {
    Command command = command();
    if (command instanceof Command.Check || command instanceof Command.RoundTrip) {
      return false;
    }
    String found = command.run(parse()).text();
    if (found.equals(expected)) {
      return false;
    }
    String comments =
        found.lines().map(line -> ("// " + line).stripTrailing()).collect(Collectors.joining("\n"));
    try {
      Files.writeString(file, join(input) + EXPECTED + "\n" + comments + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  private Command command() {
    List<String> commands = after(TEST);
    if (commands.size() != 1) {
      throw new IllegalArgumentException(file + " does not have one line " + TEST);
    }
    return Command.parse(commands.getFirst());
  }

  private Kernel parse() {
    return Parser.parse(file.getFileName().toString(), join(input));
  }

  private List<String> after(String mark) {
    return input.stream()
        .filter(line -> line.startsWith(mark))
        .map(line -> line.substring(mark.length()).strip())
        .toList();
  }

  private List<String> runs(Kernel kernel, RunLine.Executor executor, String which) {
    var wrong = new ArrayList<String>();
    for (String line : after(RUN)) {
      RunLine.parse(line)
          .check(kernel, executor)
          .forEach(problem -> wrong.add("run of the kernel %s: %s".formatted(which, problem)));
    }
    return wrong;
  }

  private List<String> binaries(Kernel kernel) {
    var wrong = new ArrayList<String>();
    try (CpuLibrary library = CpuLibrary.compile(kernel)) {
      for (Target target : CpuLibrary.runnableHere()) {
        String symbol = CpuLibrary.symbol(0, target);
        RunLine.Executor executor =
            arguments -> {
              int trap = library.run(symbol, arguments, Interpreter.grid(kernel, arguments));
              return trap == 0 ? "" : RunLine.trap(library.trap(trap).reason());
            };
        wrong.addAll(runs(kernel, executor, "as a binary for " + target));
      }
    } catch (WorkerException e) {
      wrong.add(e.toString());
    }
    return wrong;
  }

  private @Nullable String roundTrip(Kernel kernel) {
    Kernel again = Parser.parse("again", Printer.print(kernel));
    if (!again.equals(kernel)) {
      return "parsed again, the kernel is another one\n";
    }
    String text =
        input.stream()
            .filter(line -> !line.startsWith("//"))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    return difference(text, Printer.print(kernel, Printer.Places.HIDDEN));
  }

  /** Line and sentence of each error comment, in the order of the lines. */
  private List<String> expectedErrors() {
    var errors = new ArrayList<String>();
    for (int i = 0; i < input.size(); i++) {
      String[] parts = input.get(i).split(ERROR, -1);
      for (int j = 1; j < parts.length; j++) {
        errors.add("line %4d: %s".formatted(i + 1, parts[j].strip()));
      }
    }
    return errors;
  }

  private List<String> foundErrors() {
    try {
      return Verifier.verify(parse()).stream()
          .map(finding -> "line %4d: %s".formatted(finding.loc().line(), finding.sentence()))
          .sorted()
          .toList();
    } catch (SyntaxError error) {
      return List.of("line %4d: %s".formatted(error.line(), error.sentence()));
    }
  }

  private @Nullable String difference(String want, String found) {
    String diff = UnifiedDiff.of(want, found);
    return diff.isEmpty() ? null : "expected (-) and found (+) differ:\n" + diff;
  }

  private static String join(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
