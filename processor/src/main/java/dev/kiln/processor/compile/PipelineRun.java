package dev.kiln.processor.compile;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Target;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.pass.Context;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.Stage;
import dev.kiln.pass.VerifyObserver;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One kernel on its way through the pipeline of one target: collects problems and the text of each
 * stage, writes dumps, and stops where it is told to or where problems were found.
 */
final class PipelineRun {
  private final Pipeline pipeline;
  private final Target target;
  private final CompileSettings settings;
  private final Dumps dumps;
  private final String folder;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<Stage, Kernel> stages = new EnumMap<>(Stage.class);
  private final StringBuilder listing = new StringBuilder();
  private Kernel current;
  private Kernel checked;
  private int done;
  private boolean stopped;

  PipelineRun(
      Backend backend, Target target, VariantIr variant, CompileSettings settings, Dumps dumps) {
    this.pipeline = backend.pipeline();
    this.target = target;
    this.settings = settings;
    this.dumps = dumps;
    this.folder = "%d-%s-%s/".formatted(variant.index(), target.backend(), target.tag());
    this.current = variant.tile();
    this.checked = variant.tile();
  }

  /** Runs the passes; false when the kernel is not ready to be emitted. */
  boolean run() {
    dumps.write(folder + "00-front-end.ir", dumps.areWanted() ? Printer.print(current) : "");
    try {
      Runner.run(pipeline, current, new Context(target.machine(), problems::add), observer());
    } catch (RuntimeException | StackOverflowError failure) {
      throw new PassFailure(pipeline.passes().get(done).name(), Printer.print(current), failure);
    }
    dumps.write(folder + "passes.txt", listing.toString());
    return problems.isEmpty() && !stopped;
  }

  private Runner.Observer observer() {
    Runner.Observer own = this::after;
    return settings.verify() ? new VerifyObserver().and(own) : own;
  }

  private boolean after(Runner.Step step) {
    done = step.number();
    current = step.after();
    if (dumps.areWanted()) {
      dump(step);
    }
    if (step.isLastOfStage()) {
      if (step.pass().stage() == Stage.CHECKED) {
        checked = current;
      }
      if (settings.embedStages()) {
        stages.put(step.pass().stage(), current);
      }
    }
    stopped |= isStop(step);
    return !stopped && (problems.isEmpty() || !step.isLastOfStage());
  }

  private void dump(Runner.Step step) {
    Pass pass = step.pass();
    listing.append(
        "%02d %-12s %-28s %8.3f ms%s\n"
            .formatted(
                step.number(),
                pass.stage(),
                pass.name(),
                step.nanos() / 1e6,
                step.isUnchanged() ? " (unchanged)" : ""));
    if (!step.isUnchanged()) {
      dumps.write(
          "%s%02d-%s.ir".formatted(folder, step.number(), pass.name()), Printer.print(current));
    }
  }

  private boolean isStop(Runner.Step step) {
    return step.pass().name().equals(settings.stop())
        || (step.isLastOfStage() && step.pass().stage().name().equals(settings.stop()));
  }

  List<Problem> problems() {
    return problems;
  }

  boolean isStopped() {
    return stopped;
  }

  /** The kernel after the last pass that ran. */
  Kernel kernel() {
    return current;
  }

  /** The kernel after the checks. */
  Kernel checked() {
    return checked;
  }

  /** The kernel at the end of each stage; empty unless they are to be embedded. */
  Map<Stage, Kernel> stages() {
    return stages;
  }
}
