package dev.kiln.processor.compile;

import dev.kiln.codegen.Target;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.pass.Context;
import dev.kiln.pass.DumpObserver;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.Stage;
import dev.kiln.pass.StopObserver;
import dev.kiln.pass.TimeObserver;
import dev.kiln.pass.VerifyObserver;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
  private final TimeObserver times = new TimeObserver();
  private Kernel current;
  private Kernel checked;
  private int done;
  private boolean stopped;

  PipelineRun(
      Pipeline pipeline, Target target, VariantIr variant, CompileSettings settings, Dumps dumps) {
    this.pipeline = pipeline;
    this.target = target;
    this.settings = settings;
    this.dumps = dumps;
    this.folder = "%d-%s-%s".formatted(variant.index(), target.backend(), target.tag());
    this.current = variant.tile();
    this.checked = variant.tile();
  }

  /** Runs the passes; false when the kernel is not ready to be emitted. */
  boolean run() {
    try {
      Runner.run(pipeline, current, new Context(target.machine(), problems::add), observer());
    } catch (UncheckedIOException unwritable) {
      throw unwritable;
    } catch (RuntimeException | Error failure) {
      throw new PassFailure(pipeline.passes().get(done).name(), Printer.print(current), failure);
    }
    dumps.write(folder + "/times.txt", times.table());
    return problems.isEmpty() && !stopped;
  }

  /** What was asked for, then what is always kept; a pass is done when all others have seen it. */
  private Runner.Observer observer() {
    Runner.Observer observer = settings.verify() ? new VerifyObserver() : Runner.Observer.NONE;
    Path dump = dumps.folder();
    if (dump != null) {
      dumps.write(folder + "/00-front-end.ir", Printer.print(current));
      observer = observer.and(new DumpObserver(dump.resolve(folder)));
      observer = observer.and(times);
    }
    if (!settings.stop().isEmpty()) {
      observer = observer.and(this::isNotStop);
    }
    return observer.and(this::after);
  }

  private boolean isNotStop(Runner.Step step) {
    stopped = !new StopObserver(settings.stop()).after(step);
    return !stopped;
  }

  private boolean after(Runner.Step step) {
    done = step.number();
    current = step.after();
    if (step.isLastOfStage()) {
      if (step.pass().stage() == Stage.CHECKED) {
        checked = current;
      }
      stages.put(step.pass().stage(), current);
    }
    return problems.isEmpty() || !step.isLastOfStage();
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

  /** The kernel at the end of each stage. */
  Map<Stage, Kernel> stages() {
    return stages;
  }
}
