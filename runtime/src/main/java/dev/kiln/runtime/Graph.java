package dev.kiln.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Launches that {@link Stream#capture} has collected, with their arguments, to be run as one.
 *
 * <p>It keeps the tensors of its launches in use until it is closed.
 */
public final class Graph implements AutoCloseable {

  private final CudaContext context;

  /** The memory that the launches use, and whether one of them writes it. */
  private final Map<CudaMemory, Boolean> uses = new IdentityHashMap<>();

  private long handle;
  private boolean closed;

  Graph(CudaContext context) {
    this.context = context;
  }

  /** Puts all launches in line on the device's current stream. */
  public synchronized void launch() {
    if (closed) {
      throw new IllegalStateException("The graph is closed.");
    }
    Stream stream = context.device().currentStream();
    stream.requireNoCapture("a graph is launched");
    context.run(
        "while launching a graph",
        () -> {
          uses.forEach((memory, writes) -> memory.order(stream, writes));
          context.driver().launchGraph(handle, stream.handle());
          context.launched(() -> "a graph of launches on %d tensors".formatted(uses.size()));
        });
  }

  /** Lets go of the tensors; launches that are in line still run. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (handle != 0 && !context.isLost()) {
      context.run("while closing a graph", () -> context.driver().destroyGraph(handle));
    }
    uses.keySet().forEach(CudaMemory::release);
  }

  /** Notes that a captured launch uses memory. */
  synchronized void use(CudaMemory memory, boolean writes) {
    if (!uses.containsKey(memory)) {
      memory.hold();
    }
    uses.merge(memory, writes, Boolean::logicalOr);
  }

  synchronized void complete(long runnable) {
    handle = runnable;
  }
}
