package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import java.util.EnumSet;
import java.util.Set;

/** Runs a pipeline. The only place that observes passes: verifying, dumping, timing, stopping. */
public final class Runner {
  private Runner() {}

  /** Sees the kernel after each pass; may stop the run. */
  @FunctionalInterface
  public interface Observer {
    /** Nothing to see. */
    Observer NONE = step -> true;

    /** Returns whether to go on. */
    boolean after(Step step);

    /** This observer, then {@code next}; the run stops when either says so. */
    default Observer and(Observer next) {
      return step -> {
        boolean goOn = after(step);
        return next.after(step) && goOn;
      };
    }
  }

  /**
   * What one pass did.
   *
   * @param number from 1
   * @param facts what holds of {@code after}
   * @param isLastOfStage whether the next pass is of a later stage or there is none
   */
  public record Step(
      int number,
      Pass pass,
      Kernel before,
      Kernel after,
      Set<Fact> facts,
      long nanos,
      boolean isLastOfStage) {
    public Step {
      facts = Set.copyOf(facts);
    }

    public boolean isUnchanged() {
      return Ops.same(before, after);
    }
  }

  /** The kernel after the last pass, or after the one at which {@code observer} stopped. */
  public static Kernel run(Pipeline pipeline, Kernel kernel, Context context, Observer observer) {
    Kernel current = kernel;
    Context own = context.running(kernel);
    var facts = EnumSet.copyOf(Pipeline.AT_START);
    for (int i = 0; i < pipeline.passes().size(); i++) {
      Pass pass = pipeline.passes().get(i);
      long start = System.nanoTime();
      Kernel next = pass.run().apply(current, own);
      long nanos = System.nanoTime() - start;
      facts.removeAll(pass.ends());
      facts.addAll(pass.gives());
      boolean isLast =
          i + 1 == pipeline.passes().size() || pipeline.passes().get(i + 1).stage() != pass.stage();
      if (!observer.after(new Step(i + 1, pass, current, next, facts, nanos, isLast))) {
        return next;
      }
      current = next;
    }
    return current;
  }
}
