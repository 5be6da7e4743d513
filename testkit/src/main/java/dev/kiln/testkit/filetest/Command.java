package dev.kiln.testkit.filetest;

import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.pass.Context;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.StopObserver;
import dev.kiln.pass.VerifyObserver;
import dev.kiln.testkit.CpuLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a filetest's {@code test:} line asks for. */
sealed interface Command {
  String DEFAULT_TARGET = "cpu:x86-64-v3";

  /** The kernel prints as it is written. */
  record RoundTrip() implements Command {}

  /** The verifier's findings are those that the file names. */
  record Check() implements Command {}

  /** Only the run lines: on the kernel as written and after each pass of a target's pipeline. */
  record Run(@Nullable Targets through) implements Command {}

  /** The run lines after each pass for every target of the CPU, and as binaries. */
  record Native() implements Command {}

  /** Some passes of a target's pipeline. */
  record Passes(List<String> names, Targets target) implements Command {
    public Passes {
      names = List.copyOf(names);
    }
  }

  /** A target's pipeline up to a stage or a pass; to its end where that is empty. */
  record Through(Targets target, String stop) implements Command {}

  /** The text that the target's backend emits. */
  record Emit(Targets target) implements Command {}

  /**
   * What a command makes of a kernel.
   *
   * @param text to compare; empty where there is none
   * @param kernels on the way and at the end, by what came before them
   */
  record Output(String text, Map<String, Kernel> kernels) {
    private static final Output NONE = new Output("", Map.of());
  }

  static Command parse(String text) {
    String[] words = text.strip().split("\\s+", -1);
    return switch (words[0]) {
      case "roundtrip" -> new RoundTrip();
      case "check" -> new Check();
      case "run" -> run(words);
      case "pass" -> passes(text.strip().substring("pass".length()));
      case "pipeline" ->
          new Through(
              Targets.of(words[1]),
              words.length > 2 ? words[2].substring(words[2].indexOf('=') + 1) : "");
      case "emit" -> new Emit(Targets.of(words.length > 1 ? words[1] : DEFAULT_TARGET));
      default -> throw new IllegalArgumentException("There is no command '" + words[0] + "'.");
    };
  }

  private static Command run(String[] words) {
    if (words.length == 1) {
      return new Run(null);
    }
    return words[1].equals("natively") ? new Native() : new Run(Targets.of(words[2]));
  }

  private static Passes passes(String text) {
    String[] sides = text.split(" on ", 2);
    List<String> names = Arrays.stream(sides[0].split(",")).map(String::strip).toList();
    return new Passes(names, Targets.of(sides.length > 1 ? sides[1].strip() : DEFAULT_TARGET));
  }

  /** Does what the command asks for with {@code kernel}. */
  default Output run(Kernel kernel) {
    return switch (this) {
      case RoundTrip _, Check _ -> Output.NONE;
      case Run run -> {
        Targets through = run.through();
        yield through == null
            ? Output.NONE
            : new Output("", pipeline(kernel, through, "").kernels());
      }
      case Native _ -> {
        var kernels = new LinkedHashMap<String, Kernel>();
        for (Target target : CpuLibrary.targets()) {
          Targets targets = Targets.of(target.toString());
          pipeline(kernel, targets, "")
              .kernels()
              .forEach((name, low) -> kernels.put(name + " for " + target, low));
        }
        yield new Output("", kernels);
      }
      case Passes passes -> some(kernel, passes);
      case Through through -> pipeline(kernel, through.target(), through.stop());
      case Emit emit -> {
        Map<String, Kernel> kernels = pipeline(kernel, emit.target(), "").kernels();
        var unit =
            new Unit("kiln_k0", emit.target().target(), List.copyOf(kernels.values()).getLast());
        List<Job> jobs = emit.target().backend().emitter().emit(List.of(unit));
        yield new Output(jobs.getFirst().modules().getFirst(), kernels);
      }
    };
  }

  private static Output some(Kernel kernel, Passes passes) {
    Pipeline pipeline = passes.target().backend().pipeline();
    var problems = new ArrayList<Problem>();
    var kernels = new LinkedHashMap<String, Kernel>();
    Kernel current = kernel;
    var facts = EnumSet.copyOf(Pipeline.AT_START);
    for (String name : passes.names()) {
      Pass pass =
          pipeline.passes().stream()
              .filter(candidate -> candidate.name().equals(name))
              .findAny()
              .orElseThrow(() -> new IllegalArgumentException("There is no pass " + name + "."));
      current = pass.run().apply(current, context(passes.target(), problems));
      facts.removeAll(pass.ends());
      facts.addAll(pass.gives());
      VerifyObserver.require(name, current, facts);
      kernels.put("after " + name, current);
    }
    return output(current, kernels, problems);
  }

  private static Output pipeline(Kernel kernel, Targets target, String stop) {
    var problems = new ArrayList<Problem>();
    var kernels = new LinkedHashMap<String, Kernel>();
    Runner.Observer collect =
        step -> {
          kernels.put("after " + step.pass().name(), step.after());
          return true;
        };
    Kernel after =
        Runner.run(
            target.backend().pipeline(),
            kernel,
            context(target, problems),
            new VerifyObserver().and(collect).and(new StopObserver(stop)));
    return output(after, kernels, problems);
  }

  private static Context context(Targets target, List<Problem> problems) {
    return new Context(target.target().machine(), problems::add);
  }

  private static Output output(Kernel kernel, Map<String, Kernel> kernels, List<Problem> problems) {
    String found =
        problems.stream()
            .map(
                problem ->
                    "%s at %s: %s\n".formatted(problem.code(), problem.loc(), problem.arguments()))
            .collect(Collectors.joining());
    return new Output(found + Printer.print(kernel, Printer.Places.HIDDEN), kernels);
  }
}
