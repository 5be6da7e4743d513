package dev.kiln.processor.compile;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Pending;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
   * What the backends make of a kernel; null when findings were reported that end it.
   *
   * @param kernel the qualified name of the method
   * @param loc the method's name, to blame for what has no better place
   */
  public @Nullable CompiledKernel compile(
      String kernel, Loc loc, List<VariantIr> variants, Diagnostics diagnostics) {
    return new Work(kernel, loc, variants, diagnostics).run();
  }

  /** A job that the toolchain has, and whose artifact is due. */
  private record Due(Backend backend, Job job, Pending pending) {}

  private final class Work {
    private final String kernel;
    private final Loc loc;
    private final List<VariantIr> variants;
    private final Diagnostics diagnostics;
    private final Dumps dumps;
    private final Map<Integer, Facts> facts = new TreeMap<>();
    private final List<String> traps = new ArrayList<>();
    private boolean stopped;

    Work(String kernel, Loc loc, List<VariantIr> variants, Diagnostics diagnostics) {
      this.kernel = kernel;
      this.loc = loc;
      this.variants = variants;
      this.diagnostics = diagnostics;
      this.dumps = new Dumps(settings.dump(), kernel);
      variants.forEach(this::facts);
    }

    @Nullable CompiledKernel run() {
      Map<Backend, List<Unit>> units = new java.util.LinkedHashMap<>();
      backends.forEach(backend -> units.put(backend, units(backend)));
      diagnostics.leaveVariant();
      if (diagnostics.hasErrors()) {
        return null;
      }
      if (stopped) {
        diagnostics.report(Code.STOPPED, loc, kernel, settings.stop(), dumps.folder());
        return null;
      }
      List<CompiledKernel.Artifact> artifacts = build(units);
      return diagnostics.hasErrors()
          ? null
          : new CompiledKernel(
              facts.values().stream().map(Facts::variant).toList(), traps, artifacts);
    }

    private List<Unit> units(Backend backend) {
      List<VariantIr> rows = rowsFor(backend.name());
      if (rows.isEmpty()) {
        diagnostics.report(Code.VARIANT_NONE_FOR_TARGET, loc, kernel, backend.name());
      }
      List<Unit> units = new ArrayList<>();
      for (VariantIr row : rows) {
        units(backend, row, units);
      }
      return units;
    }

    /** Adds a unit for each target; what one refuses is not tried for the backend's others. */
    private void units(Backend backend, VariantIr row, List<Unit> units) {
      for (Target target : backend.targets()) {
        Kernel emittable = lower(backend, target, row);
        if (emittable == null) {
          return;
        }
        Unit unit = new Unit("kiln_k" + row.index() + "_" + target.tag(), target, emittable);
        facts(row).add(unit);
        units.add(unit);
      }
    }

    private Facts facts(VariantIr row) {
      return facts.computeIfAbsent(row.index(), index -> new Facts(row));
    }

    private List<VariantIr> rowsFor(String backend) {
      List<VariantIr> own = variants.stream().filter(row -> row.target().equals(backend)).toList();
      return own.isEmpty() ? variants.stream().filter(row -> row.target().isEmpty()).toList() : own;
    }

    private @Nullable Kernel lower(Backend backend, Target target, VariantIr row) {
      diagnostics.enterVariant(row.row());
      PipelineRun run = new PipelineRun(backend, target, row, settings, dumps);
      boolean isReady = run.run();
      run.problems().forEach(this::report);
      stopped |= run.isStopped();
      facts(row).add(target, run);
      return isReady ? run.kernel() : null;
    }

    private void report(Problem problem) {
      diagnostics.report(
          new Diagnostic(Code.ofId(problem.code()), problem.loc(), problem.arguments(), List.of()));
    }

    private List<CompiledKernel.Artifact> build(Map<Backend, List<Unit>> units) {
      List<CompiledKernel.Artifact> artifacts = new ArrayList<>();
      try {
        List<Due> due = new ArrayList<>();
        for (Map.Entry<Backend, List<Unit>> entry : units.entrySet()) {
          submit(entry.getKey(), entry.getValue(), due);
        }
        for (Due next : due) {
          artifacts.add(
              new CompiledKernel.Artifact(
                  next.backend().name(), next.job().artifact(), next.pending().await()));
        }
      } catch (WorkerException failure) {
        report(failure);
      }
      return artifacts;
    }

    private void submit(Backend backend, List<Unit> units, List<Due> due) throws WorkerException {
      for (TrapSites.Site site : TrapSites.of(units).sites()) {
        traps.add(site.loc() + " " + site.reason().sentence());
      }
      for (Job job : backend.emitter().emit(units)) {
        for (int i = 0; i < job.modules().size(); i++) {
          dumps.write("%s/%d.ll".formatted(job.artifact(), i), job.modules().get(i));
        }
        due.add(new Due(backend, job, toolchain.get().submit(job)));
      }
    }

    private void report(WorkerException failure) {
      if (failure.kind() == WorkerException.Kind.UNAVAILABLE) {
        diagnostics.report(Code.NATIVES_UNAVAILABLE, loc, failure.getMessage());
      } else {
        String context = failure.kind() + "\n" + failure.getMessage();
        diagnostics.report(
            Code.NATIVE_FAILURE,
            loc,
            kernel,
            failure.getMessage(),
            dumps.failure(failure, context));
      }
    }
  }

  /** What is found out about one variant. */
  private static final class Facts {
    private final VariantIr row;
    private final TreeMap<String, String> properties = new TreeMap<>();
    private final TreeMap<String, String> stages = new TreeMap<>();
    private final List<String> backends = new ArrayList<>();
    private Kernel checked;

    Facts(VariantIr row) {
      this.row = row;
      this.checked = row.tile();
    }

    void add(Target target, PipelineRun run) {
      checked = run.checked();
      for (Map.Entry<Stage, String> stage : run.stages().entrySet()) {
        stages.put(
            "%s-%s/%s".formatted(target.backend(), target.tag(), stage.getKey()), stage.getValue());
      }
    }

    void add(Unit unit) {
      properties.put(unit.target().tag() + ".scratchBytes", String.valueOf(unit.scratchBytes()));
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
