package dev.kiln.codegen.tilec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.interp.Argument;
import dev.kiln.interp.ArgumentText;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Finding;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import dev.kiln.ir.text.SyntaxError;
import dev.kiln.pass.Context;
import dev.kiln.pass.DumpObserver;
import dev.kiln.pass.InvalidKernel;
import dev.kiln.pass.Runner;
import dev.kiln.pass.StopObserver;
import dev.kiln.pass.TimeObserver;
import dev.kiln.pass.VerifyObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The program {@code tilec}: one command and one IR file, or one code, at a time. */
public final class Tilec {
  private static final int OK = 0;
  private static final int FOUND = 1;
  private static final int MISUSED = 2;

  private static final String USAGE =
      """
      usage: tilec <command> [file.ir] [options]
        cat    file.ir [--places]                   print it as it is read
        check  file.ir                              say what is wrong with it
        run    file.ir x=iota(8) n=3 ...            interpret it and print its tensors
               [--seed n] [--races] [--target T [--stop S]]
        emit   file.ir [--target T]                 print what the backend emits
        passes [--target T]                         list a target's pipeline
        passes file.ir [--target T] [--stop S]      print it after each pass
               [--dump folder] [--time]
        explain KILN1203                            print the page of an error
      A tensor is [1, 2], 2x3[1, 2, 3, 4, 5, 6], zeros(2x3), iota(2x3) or random(2x3).
      A target T is cpu:x86-64-v2, -v3 (unless said otherwise) or -v4; S is a pass or a stage.
      """;

  private final PrintWriter out;
  private final PrintWriter err;
  private final CommandLine line;

  private Tilec(PrintWriter out, PrintWriter err, CommandLine line) {
    this.out = out;
    this.err = err;
    this.line = line;
  }

  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, UTF_8);
    var err = new PrintWriter(System.err, true, UTF_8);
    int status = run(List.of(arguments), out, err);
    out.flush();
    err.flush();
    System.exit(status);
  }

  /** Does what {@code arguments} ask for; returns the exit status. */
  static int run(List<String> arguments, PrintWriter out, PrintWriter err) {
    try {
      return new Tilec(out, err, CommandLine.parse(arguments)).command();
    } catch (SyntaxError | InterpreterException | TrapException | InvalidKernel e) {
      err.println(e.getMessage());
      return FOUND;
    } catch (IllegalArgumentException | IOException e) {
      err.println("tilec: " + e.getMessage());
      return MISUSED;
    }
  }

  private int command() throws IOException {
    if (line.words().isEmpty()) {
      err.print(USAGE);
      return MISUSED;
    }
    return switch (line.words().getFirst()) {
      case "cat" -> cat();
      case "check" -> check();
      case "run" -> interpret();
      case "emit" -> emit();
      case "explain" -> explain();
      case "passes" -> line.words().size() == 1 ? list() : passes();
      default -> {
        err.print(USAGE);
        yield MISUSED;
      }
    };
  }

  private int cat() throws IOException {
    out.print(print(kernel()));
    return OK;
  }

  private int check() throws IOException {
    List<Finding> findings = Verifier.verify(kernel());
    findings.forEach(out::println);
    return findings.isEmpty() ? OK : FOUND;
  }

  private int interpret() throws IOException {
    Kernel kernel = valid();
    Kernel lowered = line.has("target") ? lower(kernel, stop()) : kernel;
    String texts = String.join(",", line.words().subList(2, line.words().size()));
    List<Argument> arguments = ArgumentText.parseAll(kernel.params(), texts);
    Options options = Options.DEFAULT.withSeed(Long.parseLong(line.option("seed", "0")));
    Interpreter.run(lowered, arguments, line.has("races") ? options.withRaces() : options);
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i) instanceof TensorData tensor) {
        out.println(kernel.params().get(i).name() + "=" + ArgumentText.print(tensor));
      }
    }
    return OK;
  }

  private int emit() throws IOException {
    Kernel low = lower(valid(), Runner.Observer.NONE);
    var unit = new Unit("kiln_k0_" + target().tag(), target(), low);
    for (Job job : backend().emitter().emit(List.of(unit))) {
      job.modules().forEach(out::println);
    }
    return OK;
  }

  private int list() {
    out.print(backend().pipeline().listing());
    return OK;
  }

  private int passes() throws IOException {
    var time = new TimeObserver();
    Runner.Observer observer = time.and(line.has("dump") ? dump() : this::show).and(stop());
    lower(valid(), observer);
    if (line.has("time")) {
      out.print(time.table());
    }
    return OK;
  }

  private int explain() throws IOException {
    String code = line.word(1, "a code, as KILN1203").toUpperCase(Locale.ROOT);
    try (InputStream page = Tilec.class.getResourceAsStream("pages/" + code + ".md")) {
      if (page == null) {
        throw new IllegalArgumentException("there is no code " + code);
      }
      out.print(new String(page.readAllBytes(), UTF_8));
      return OK;
    }
  }

  private Runner.Observer dump() {
    return new DumpObserver(Path.of(line.option("dump", "")));
  }

  private boolean show(Runner.Step step) {
    out.printf("// %d %s, %s%n", step.number(), step.pass().name(), step.pass().stage());
    out.print(step.isUnchanged() ? "// (unchanged)\n" : print(step.after()));
    return true;
  }

  private Runner.Observer stop() {
    return new StopObserver(line.option("stop", ""));
  }

  private Kernel lower(Kernel kernel, Runner.Observer observer) {
    var context =
        new Context(
            target().machine(),
            problem ->
                err.printf("%s: %s %s%n", problem.loc(), problem.code(), problem.arguments()));
    return Runner.run(backend().pipeline(), kernel, context, new VerifyObserver().and(observer));
  }

  private Target target() {
    return Backends.target(line.option("target", "cpu:x86-64-v3"));
  }

  private Backend backend() {
    return Backends.forName(target().backend());
  }

  private Kernel valid() throws IOException {
    Kernel kernel = kernel();
    VerifyObserver.require(line.word(1, "a file"), kernel, Set.of());
    return kernel;
  }

  private Kernel kernel() throws IOException {
    Path file = Path.of(line.word(1, "a file"));
    return Parser.parse(file.getFileName().toString(), Files.readString(file));
  }

  private String print(Kernel kernel) {
    return Printer.print(kernel, line.has("places") ? Printer.Places.SHOWN : Printer.Places.HIDDEN);
  }
}
