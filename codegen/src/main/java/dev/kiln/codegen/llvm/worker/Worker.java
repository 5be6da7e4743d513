package dev.kiln.codegen.llvm.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to LLVM: requests go in, products come out, a child process in between.
 *
 * <p>All workers of a JVM with the same class path speak to the same child, whatever class loader
 * they are of. A child that has ended is replaced with the next request. Workers may be used by
 * several threads.
 */
public final class Worker {
  private static final String KEY = "dev.kiln.worker/" + Wire.PROTOCOL + "/";

  private final WorkerSettings settings;

  /**
   * The parts of the current child, see {@link Child#parts}; also the lock of whoever replaces it.
   */
  private final AtomicReference<@Nullable List<Object>> current;

  private Worker(WorkerSettings settings, AtomicReference<@Nullable List<Object>> current) {
    this.settings = settings;
    this.current = current;
  }

  /**
   * Returns the JVM's worker and starts its child, without waiting for it, where none is running.
   */
  @SuppressWarnings("unchecked") // the key's value is written here only
  public static Worker shared(WorkerSettings settings) throws WorkerException {
    Object shared =
        System.getProperties()
            .computeIfAbsent(
                KEY + settings.classPath(), key -> new AtomicReference<@Nullable List<Object>>());
    Worker worker = new Worker(settings, (AtomicReference<@Nullable List<Object>>) shared);
    worker.child();
    return worker;
  }

  /** Sends a request off; the child works on several at a time. */
  public Pending submit(Request request) throws WorkerException {
    return Pending.send(settings, Wire.encode(request), child());
  }

  /** Runs a request to its end. */
  public byte[] run(Request request) throws WorkerException {
    return submit(request).await();
  }

  private Child child() throws WorkerException {
    synchronized (current) {
      List<Object> parts = current.get();
      if (parts != null && Child.of(parts).process().isAlive()) {
        return Child.of(parts);
      }
      Child fresh = Child.start(settings);
      current.set(fresh.parts());
      return fresh;
    }
  }
}
