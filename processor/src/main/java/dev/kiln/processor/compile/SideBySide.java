package dev.kiln.processor.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Independent pieces of work on all cores, with the results and the failures of plain calls. */
final class SideBySide {
  /** Bodies are walked by recursion. */
  private static final long STACK_BYTES = 64L << 20;

  private SideBySide() {}

  private static Thread thread(Runnable work) {
    return new Thread(null, work, "kiln-passes", STACK_BYTES);
  }

  /** The images of {@code inputs} in their order; the first that fails throws what it threw. */
  static <T, R> List<R> map(List<T> inputs, Function<T, R> function) {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(SideBySide::thread)) {
      List<Future<R>> running = new ArrayList<>();
      for (T input : inputs) {
        running.add(threads.submit(() -> function.apply(input)));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> next : running) {
        results.add(await(next));
      }
      return results;
    }
  }

  private static <R> R await(Future<R> running) {
    try {
      return running.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while compiling", interrupted);
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(failure);
      }
    }
  }
}
