package dev.kiln.runtime;

import dev.kiln.runtime.cuda.DriverFunction;

/**
 * A mark on a stream, made by {@link Stream#record}; it comes when all work in front of it is done.
 */
public final class Event implements AutoCloseable {

  private final CudaContext context;
  private final long handle;
  private boolean closed;

  Event(CudaContext context, long handle) {
    this.context = context;
    this.handle = handle;
  }

  /**
   * Waits for the event.
   *
   * @throws KernelTrapException if a kernel stopped at a fault
   * @throws DeviceException if the device failed
   */
  public void synchronize() {
    context.run("while waiting for an event", () -> context.driver().synchronizeEvent(handle()));
    context.traps().check();
  }

  /** Whether the event has come. */
  public boolean isDone() {
    return context.call("while asking for an event", () -> context.driver().isDone(handle()));
  }

  /**
   * The time on the device between an earlier event and this one, in seconds; waits for both.
   *
   * @throws UnsupportedOperationException if the driver is too old
   */
  public double secondsSince(Event earlier) {
    DriverFunction needed = DriverFunction.ELAPSED_TIME;
    if (!context.driver().has(needed)) {
      throw new UnsupportedOperationException(
          "The time between events needs a driver that serves CUDA %s, found one for %s."
              .formatted(
                  DriverFunction.text(needed.since()),
                  DriverFunction.text(context.driver().version())));
    }
    earlier.synchronize();
    synchronize();
    return context.call(
        "while measuring time",
        () -> context.driver().milliseconds(earlier.handle(), handle()) * 1e-3);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (!context.isLost()) {
        context.run("while closing an event", () -> context.driver().destroyEvent(handle));
      }
    }
  }

  synchronized long handle() {
    if (closed) {
      throw new IllegalStateException("The event is closed.");
    }
    return handle;
  }
}
