package dev.kiln.processor.compile;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Finishing;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compiles kernels for the backends of one compilation. Has no state of a kernel, so that kernels
 * may be compiled by several threads, each with its own {@link Diagnostics}.
 */
public final class KernelCompiler {
  private final List<Backend> backends;
  private final CompileSettings settings;
  private final ToolchainSource toolchain;

  /** Gives the way to LLVM, which is started with the first kernel. */
  @FunctionalInterface
  public interface ToolchainSource {
    /** The toolchain; the same one each time. */
    LlvmToolchain get() throws WorkerException;
  }

  /** A compiler for some backends. */
  public KernelCompiler(
      List<Backend> backends, CompileSettings settings, ToolchainSource toolchain) {
    this.backends = List.copyOf(backends);
    this.settings = settings;
    this.toolchain = toolchain;
  }

  /**
   * Runs a kernel through the passes of the backends and hands it to the toolchain; null when
   * findings were reported that end it.
   *
   * @param kernel the qualified name of the method
   * @param loc the method's name, to blame for what has no better place
   * @param exact puts a problem at the operand that is to blame
   */
  public @Nullable LoweredKernel lower(
      String kernel,
      Loc loc,
      List<VariantIr> variants,
      UnaryOperator<Problem> exact,
      Diagnostics diagnostics) {
    return new Work(kernel, loc, variants, exact, diagnostics).run();
  }

  /** Waits for the artifacts of a kernel; null when the toolchain failed, which is reported. */
  public @Nullable CompiledKernel finish(
      String kernel, Loc loc, LoweredKernel lowered, Diagnostics diagnostics) {
    List<CompiledKernel.Artifact> artifacts = new ArrayList<>();
    try {
      for (LoweredKernel.Due next : lowered.due()) {
        artifacts.add(
            new CompiledKernel.Artifact(
                next.job().name(), next.job().artifact(), next.pending().await()));
      }
    } catch (WorkerException failure) {
      report(failure, kernel, loc, lowered.dumps(), diagnostics);
      return null;
    }
    Remarks remarks = new Remarks(loc, lowered.variants(), diagnostics);
    artifacts.addAll(finish(lowered.due(), artifacts, remarks));
    return new CompiledKernel(lowered.variants(), lowered.traps(), artifacts);
  }

  /** What tools of this machine make of the artifacts that are due. */
  private List<CompiledKernel.Artifact> finish(
      List<LoweredKernel.Due> due, List<CompiledKernel.Artifact> artifacts, Remarks remarks) {
    List<Finishing.Finished> finished =
        SideBySide.map(
            IntStream.range(0, due.size()).boxed().toList(),
            i ->
                due.get(i)
                    .backend()
                    .finishing()
                    .finish(due.get(i).job(), artifacts.get(i).bytes(), settings.tools()));
    List<CompiledKernel.Artifact> more = new ArrayList<>();
    for (Finishing.Finished each : finished) {
      each.remarks().forEach(remarks::report);
      each.extras()
          .forEach(
              extra ->
                  more.add(new CompiledKernel.Artifact(extra.name(), extra.file(), extra.bytes())));
    }
    return more;
  }

  private static void report(
      WorkerException failure, String kernel, Loc loc, Dumps dumps, Diagnostics diagnostics) {
    if (failure.kind() == WorkerException.Kind.UNAVAILABLE) {
      diagnostics.report(Code.NATIVES_UNAVAILABLE, loc, failure.getMessage());
    } else {
      String context = failure.kind() + "\n" + failure.getMessage();
      diagnostics.report(
          Code.NATIVE_FAILURE, loc, kernel, failure.getMessage(), dumps.failure(failure, context));
    }
  }

  private final class Work {
    private final String kernel;
    private final Loc loc;
    private final List<VariantIr> variants;
    private final UnaryOperator<Problem> exact;
    private final Diagnostics diagnostics;
    private final Dumps dumps;
    private final Map<Integer, Facts> facts = new TreeMap<>();
    private final SharedPasses shared = new SharedPasses();
    private boolean stopped;

    Work(
        String kernel,
        Loc loc,
        List<VariantIr> variants,
        UnaryOperator<Problem> exact,
        Diagnostics diagnostics) {
      this.kernel = kernel;
      this.loc = loc;
      this.variants = variants;
      this.exact = exact;
      this.diagnostics = diagnostics;
      this.dumps = new Dumps(settings.dump(), kernel);
      variants.forEach(this::facts);
    }

    /** One variant on its way to one target. */
    private record Lowering(VariantIr row, Target target, PipelineRun run) {}

    @Nullable LoweredKernel run() {
      Map<Backend, List<Unit>> units = new LinkedHashMap<>();
      backends.forEach(backend -> units.put(backend, units(backend)));
      diagnostics.leaveVariant();
      if (diagnostics.hasErrors()) {
        return null;
      }
      if (stopped) {
        String folder = String.valueOf(dumps.folder());
        diagnostics.report(Code.STOPPED, loc, kernel, settings.stop(), folder);
        return null;
      }
      TrapSites sites = TrapSites.of(units.values().stream().flatMap(List::stream).toList());
      List<LoweredKernel.Due> due = new ArrayList<>();
      try {
        for (Map.Entry<Backend, List<Unit>> entry : units.entrySet()) {
          submit(entry.getKey().emitter().emit(entry.getValue(), sites), entry.getKey(), due);
        }
      } catch (WorkerException failure) {
        KernelCompiler.report(failure, kernel, loc, dumps, diagnostics);
        return null;
      }
      List<String> traps =
          sites.sites().stream().map(site -> site.loc() + " " + site.sentence()).toList();
      return new LoweredKernel(
          facts.values().stream().map(Facts::variant).toList(), traps, due, dumps);
    }

    private List<Unit> units(Backend backend) {
      List<Lowering> lowerings = new ArrayList<>();
      Pipeline pipeline = shared.in(backend.pipeline());
      for (VariantIr row : variants) {
        for (Target target : backend.targets()) {
          if (rowsFor(target).contains(row)) {
            lowerings.add(
                new Lowering(row, target, new PipelineRun(pipeline, target, row, settings, dumps)));
          }
        }
      }
      if (backend.targets().stream().anyMatch(target -> rowsFor(target).isEmpty())) {
        diagnostics.report(Code.VARIANT_NONE_FOR_TARGET, loc, kernel, backend.name());
      }
      List<Boolean> areReady = SideBySide.map(lowerings, lowering -> lowering.run().run());
      Map<Unit, VariantIr> units = new LinkedHashMap<>();
      Set<VariantIr> refused = new HashSet<>();
      for (int i = 0; i < lowerings.size(); i++) {
        Lowering lowering = lowerings.get(i);
        // What one target refuses, the backend's others would refuse in the same words.
        if (!refused.contains(lowering.row())) {
          take(lowering);
          if (areReady.get(i)) {
            units.put(unit(lowering), lowering.row());
          } else {
            refused.add(lowering.row());
          }
        }
      }
      List<Unit> needed = backend.emitter().needed(List.copyOf(units.keySet()));
      needed.forEach(unit -> facts(Objects.requireNonNull(units.get(unit))).add(unit));
      return needed;
    }

    private static Unit unit(Lowering lowering) {
      Target target = lowering.target();
      String symbol = "kiln_k" + lowering.row().index() + "_" + target.suffix();
      return new Unit(symbol, target, lowering.run().kernel());
    }

    private void take(Lowering lowering) {
      diagnostics.enterVariant(lowering.row().row());
      lowering.run().problems().forEach(this::report);
      stopped |= lowering.run().isStopped();
      facts(lowering.row()).add(lowering.target(), lowering.run());
      if (settings.explain() && lowering.run().problems().isEmpty()) {
        Explanation.of(lowering.row(), lowering.target(), lowering.run()).report(loc, diagnostics);
      }
    }

    private Facts facts(VariantIr row) {
      return facts.computeIfAbsent(row.index(), index -> new Facts(row, settings.embedStages()));
    }

    /**
     * The rows that name the target, else those that name its backend, else those that name none.
     */
    private List<VariantIr> rowsFor(Target target) {
      return Stream.of(target.toString(), target.backend(), "")
          .map(name -> variants.stream().filter(row -> row.target().equals(name)).toList())
          .filter(rows -> !rows.isEmpty())
          .findFirst()
          .orElse(List.of());
    }

    private void report(Problem problem) {
      diagnostics.report(Diagnostic.of(exact.apply(problem)));
    }

    private void submit(List<Job> jobs, Backend backend, List<LoweredKernel.Due> due)
        throws WorkerException {
      for (Job job : jobs) {
        for (int i = 0; i < job.modules().size(); i++) {
          dumps.write("%s/%d.ll".formatted(job.artifact(), i), job.modules().get(i));
        }
        due.add(new LoweredKernel.Due(backend, job, toolchain.get().submit(job)));
      }
    }
  }

  /** What is found out about one variant. */
  private static final class Facts {
    private final VariantIr row;
    private final boolean keepsStages;
    private final TreeMap<String, String> properties = new TreeMap<>();
    private final TreeMap<String, Kernel> stages = new TreeMap<>();
    private final List<String> backends = new ArrayList<>();
    private Kernel checked;

    Facts(VariantIr row, boolean keepsStages) {
      this.row = row;
      this.keepsStages = keepsStages;
      this.checked = row.tile();
    }

    void add(Target target, PipelineRun run) {
      checked = run.checked();
      if (!keepsStages) {
        return;
      }
      for (Map.Entry<Stage, Kernel> stage : run.stages().entrySet()) {
        stages.put(
            "%s-%s/%s".formatted(target.backend(), target.tag(), stage.getKey()), stage.getValue());
      }
    }

    void add(Unit unit) {
      properties.putAll(unit.properties());
      if (!backends.contains(unit.target().backend())) {
        backends.add(unit.target().backend());
      }
    }

    CompiledKernel.Variant variant() {
      return new CompiledKernel.Variant(
          row.index(), row.row().replace(" ", ""), backends, properties, checked, stages);
    }
  }
}
