package dev.kiln.runtime;

import dev.kiln.runtime.cuda.Driver;
import org.jspecify.annotations.Nullable;

/**
 * A line of work on a device: launches on one stream run one after the other, those on different
 * streams may run at the same time.
 *
 * <p>A launch goes to the stream that {@link #run} has made the current one, else to the device's
 * main stream. Tensors keep order by themselves: work that uses a tensor waits for earlier work on
 * it, on whatever stream that was. Streams so only say what may overlap.
 */
public final class Stream implements AutoCloseable {

  private final CudaContext context;
  private final long handle;

  /** What others wait for; made when the first does. */
  private long tail;

  private volatile boolean closed;
  private volatile @Nullable Graph capture;

  Stream(CudaContext context, long handle) {
    this.context = context;
    this.handle = handle;
  }

  /** The device that works. */
  public Device device() {
    return context.device();
  }

  /** Makes this the current stream of its device while an action runs, in its thread. */
  public void run(Runnable action) {
    requireOpen();
    context.device().onStream(this, action);
  }

  /**
   * Waits until everything put on this stream so far is done.
   *
   * @throws KernelTrapException if a kernel stopped at a fault
   * @throws DeviceException if the device failed
   */
  public void synchronize() {
    requireOpen();
    requireNoCapture("somebody waits for the stream");
    context.synchronize(this);
  }

  /** Whether everything put on this stream so far is done. */
  public boolean isIdle() {
    requireOpen();
    return context.call("while asking for a stream", () -> context.driver().isIdle(handle));
  }

  /** An event that comes when everything put on this stream so far is done. */
  public Event record() {
    requireOpen();
    return context.call(
        "while recording an event",
        () -> {
          long event = context.driver().createEvent(Driver.Timing.TIMED);
          context.driver().record(event, handle);
          return new Event(context, event);
        });
  }

  /** Lets everything that is put on this stream from now on wait for an event. */
  public void waitFor(Event event) {
    requireOpen();
    context.run("while waiting for an event", () -> context.driver().await(handle, event.handle()));
  }

  /**
   * Collects the launches that an action makes on this stream, in its thread, instead of running
   * them; the graph runs all of them at the cost of little more than one.
   *
   * <p>The tensors of those launches stay in use until the graph is closed. In the action no tensor
   * of the device may be made, read or written by the host.
   */
  public Graph capture(Runnable action) {
    requireOpen();
    requireNoCapture("another capture begins");
    var graph = new Graph(context);
    context.run("while beginning a capture", this::beginCapture);
    capture = graph;
    boolean complete = false;
    try {
      context.device().onStream(this, action);
      complete = true;
    } finally {
      capture = null;
      end(graph, complete);
    }
    return graph;
  }

  /** From here to the end of the capture, the last mark stands for all work on this stream. */
  private synchronized void beginCapture() {
    mark();
    context.driver().beginCapture(handle);
  }

  /** Ends a capture; what an action that threw had captured is thrown away. */
  private void end(Graph graph, boolean complete) {
    try {
      graph.complete(
          context.call("while ending a capture", () -> context.driver().endCapture(handle)));
      if (!complete) {
        graph.close();
      }
    } catch (DeviceException e) {
      graph.close();
      if (complete) {
        throw e;
      }
    }
  }

  /** Ends this stream, when its work is done. The main stream of a device cannot be closed. */
  @Override
  public void close() {
    if (this == context.main()) {
      throw new IllegalStateException("The main stream of %s stays.".formatted(device()));
    }
    synchronized (this) {
      if (closed || context.isLost()) {
        closed = true;
        return;
      }
      context.run(
          "while closing a stream",
          () -> {
            context.driver().synchronize(handle);
            context.driver().destroyStream(handle);
            if (tail != 0) {
              context.driver().destroyEvent(tail);
            }
          });
      closed = true;
    }
  }

  long handle() {
    return handle;
  }

  boolean isClosed() {
    return closed;
  }

  /** What this stream collects its launches in, or null. */
  @Nullable Graph collecting() {
    return capture;
  }

  /** Lets later work wait for all present work of another stream. */
  void follow(Stream other) {
    if (other == this) {
      return;
    }
    synchronized (other) {
      if (other.closed) {
        return;
      }
      context.driver().setCurrent(context.handle());
      if (!other.isCapturing()) {
        other.mark();
      }
      context.driver().await(handle, other.tail);
    }
  }

  /** Marks the present end of the line. */
  private void mark() {
    Driver driver = context.driver();
    if (tail == 0) {
      tail = driver.createEvent(Driver.Timing.UNTIMED);
    }
    driver.record(tail, handle);
  }

  boolean isCapturing() {
    return capture != null;
  }

  void requireNoCapture(String what) {
    if (capture != null) {
      throw new IllegalStateException(
          "A stream of %s captures a graph, and %s; do that before or after."
              .formatted(device(), what));
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The stream is closed.");
    }
  }
}
