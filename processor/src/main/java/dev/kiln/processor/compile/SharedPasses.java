package dev.kiln.processor.compile;

import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the passes that depend on no target once for all targets of a variant, whichever comes
 * first. Thread-safe.
 */
final class SharedPasses {
  private final Map<Kernel, Map<Pass, Result>> results = new IdentityHashMap<>();

  private record Result(Kernel kernel, List<Problem> problems) {}

  /** {@code pipeline} with what other targets have done already in the place of its passes. */
  Pipeline in(Pipeline pipeline) {
    return new Pipeline(pipeline.name(), pipeline.passes().stream().map(this::shared).toList());
  }

  private Pass shared(Pass pass) {
    return pass.stage().compareTo(Stage.CANONICAL) > 0
        ? pass
        : pass.running((kernel, context) -> run(pass, kernel, context));
  }

  private Kernel run(Pass pass, Kernel kernel, Context context) {
    Result result;
    synchronized (results) {
      result =
          results
              .computeIfAbsent(kernel, key -> new HashMap<>())
              .computeIfAbsent(pass, key -> result(pass, kernel, context));
    }
    result.problems.forEach(context.problems());
    return result.kernel;
  }

  private static Result result(Pass pass, Kernel kernel, Context context) {
    List<Problem> problems = new ArrayList<>();
    Kernel after = pass.run().apply(kernel, new Context(context.machine(), problems::add));
    return new Result(after, problems);
  }
}
