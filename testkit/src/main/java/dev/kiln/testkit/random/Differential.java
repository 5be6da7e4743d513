package dev.kiln.testkit.random;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.VerifyObserver;
import dev.kiln.testkit.CpuLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A second opinion for every result of a random kernel: the interpreter with blocks in another
 * order, the interpreter behind every pass, the binary at every level. Each check returns what it
 * found, one line each, with the seed.
 */
public final class Differential {
  /** One kernel in so many is compiled for levels that this machine cannot run. */
  private static final int COMPILED_ONLY = 8;

  private final List<RandomKernel> kernels;
  private final List<List<Argument>> expected = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private final Map<Long, Problem> rejected = new TreeMap<>();

  /** Runs the interpreter on the kernels as they are; two blocks must not write one element. */
  public Differential(List<RandomKernel> kernels) {
    this.kernels = List.copyOf(kernels);
    for (RandomKernel kernel : kernels) {
      expected.add(run(kernel, kernel.kernel(), Options.DEFAULT.withRaces()));
    }
  }

  /** What was found so far. */
  public List<String> findings() {
    return List.copyOf(findings);
  }

  /** Kernels that a pass has refused, by seed: their user's mistake, or the generator's. */
  public Map<Long, Problem> rejected() {
    return Map.copyOf(rejected);
  }

  /** Blocks and iterations in another order give the same. */
  public void shuffled() {
    for (int i = 0; i < kernels.size(); i++) {
      RandomKernel kernel = kernels.get(i);
      Options options = Options.DEFAULT.withSeed(kernel.seed() + 1);
      compare(i, "in another order", run(kernel, kernel.kernel(), options));
    }
  }

  /** Behind every pass of the pipelines of {@code backend}; its targets take turns. */
  public void passes(Backend backend) {
    List<Target> targets = backend.targets();
    for (int i = 0; i < kernels.size(); i++) {
      int number = i;
      Target target = targets.get(i % targets.size());
      lower(
          i,
          target,
          step -> {
            if (!step.isUnchanged()) {
              String where = "behind %s for %s".formatted(step.pass().name(), target);
              behind(number, where, step.after());
            }
            return true;
          });
    }
  }

  /** In ascending order of blocks and threads, and in another one. */
  private void behind(int number, String where, Kernel kernel) {
    RandomKernel random = kernels.get(number);
    for (long seed : new long[] {0, random.seed() + 1}) {
      try {
        compare(number, where, run(random, kernel, Options.DEFAULT.withSeed(seed)));
      } catch (InterpreterException wrong) {
        add(number, where, String.valueOf(wrong.getMessage()));
      }
    }
  }

  /** The native code of each level that this machine can run; some of the others is compiled. */
  public void binaries() throws WorkerException {
    List<Target> runnable = CpuLibrary.runnableHere();
    var units = new ArrayList<Unit>();
    for (int i = 0; i < kernels.size(); i++) {
      for (Target target : CpuLibrary.targets()) {
        if (!runnable.contains(target) && i % COMPILED_ONLY != 0) {
          continue;
        }
        Kernel low = lower(i, target, Runner.Observer.NONE);
        if (!rejected.containsKey(kernels.get(i).seed())) {
          units.add(new Unit(CpuLibrary.symbol(i, target), target, low));
        }
      }
    }
    try (CpuLibrary library = CpuLibrary.of(units)) {
      for (int i = 0; i < kernels.size(); i++) {
        for (Target target : runnable) {
          if (!rejected.containsKey(kernels.get(i).seed())) {
            binary(i, target, library);
          }
        }
      }
    }
  }

  private void binary(int number, Target target, CpuLibrary library) {
    List<Argument> found = kernels.get(number).copyOfArguments();
    List<Long> grid = Interpreter.grid(kernels.get(number).kernel(), found);
    int trap = library.run(CpuLibrary.symbol(number, target), found, grid);
    if (trap != 0) {
      add(number, "as a binary for " + target, "trap " + trap);
    }
    compare(number, "as a binary for " + target, found);
  }

  private Kernel lower(int number, Target target, Runner.Observer observer) {
    long seed = kernels.get(number).seed();
    var context = new Context(target.machine(), problem -> rejected.put(seed, problem));
    return Runner.run(
        Backends.forName(target.backend()).pipeline(),
        kernels.get(number).kernel(),
        context,
        new VerifyObserver().and(observer));
  }

  private static List<Argument> run(RandomKernel random, Kernel kernel, Options options) {
    List<Argument> arguments = random.copyOfArguments();
    Interpreter.run(kernel, arguments, options);
    return arguments;
  }

  private void compare(int number, String where, List<Argument> found) {
    String difference = kernels.get(number).difference(expected.get(number), found);
    if (difference != null) {
      add(number, where, difference);
    }
  }

  private void add(int number, String where, String what) {
    findings.add("seed %d %s: %s".formatted(kernels.get(number).seed(), where, what));
  }
}
