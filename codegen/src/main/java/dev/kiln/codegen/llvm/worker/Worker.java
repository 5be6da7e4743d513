package dev.kiln.codegen.llvm.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to the child process: requests go in, products come out.
 *
 * <p>All workers of a JVM with the same class path and memory speak to the same child, whatever
 * class loader they are of. A child that has ended is replaced with the next request. Workers may
 * be used by several threads.
 */
public final class Worker implements Llvm {
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
            .computeIfAbsent(key(settings), key -> new AtomicReference<@Nullable List<Object>>());
    Worker worker = new Worker(settings, (AtomicReference<@Nullable List<Object>>) shared);
    worker.child();
    return worker;
  }

  /** The name under which all class loaders of the JVM find the child of these settings. */
  static String key(WorkerSettings settings) {
    int memory = settings.limits().mebibytes();
    return KEY + settings.mainClass() + "/" + memory + "/" + settings.classPath();
  }

  @Override
  public Pending submit(Request request) throws WorkerException {
    return Pending.send(settings, Wire.encode(request), child());
  }

  /** Runs a request to its end. */
  public byte[] run(Request request) throws WorkerException {
    return submit(request).await();
  }

  /** Begins a conversation with a service of the child. */
  public Conversation converse(String service, byte[] request) throws WorkerException {
    return Conversation.open(child(), settings.limits().silence(), service, request);
  }

  /**
   * The same in a child of its own, for a request whose child has died: what kills one is then the
   * error of that one alone.
   */
  public Conversation converseAlone(String service, byte[] request) throws WorkerException {
    return Conversation.alone(settings, service, request);
  }

  private Child child() throws WorkerException {
    synchronized (current) {
      List<Object> parts = current.get();
      if (parts != null && Child.of(parts).process().isAlive()) {
        return Child.of(parts);
      }
      Child fresh = Child.start(settings, Archive.of(settings));
      current.set(fresh.parts());
      return fresh;
    }
  }
}
