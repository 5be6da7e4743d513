package dev.kiln.codegen.llvm.worker;

import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Messages to and from one service of the child, for one request. For one thread. */
public final class Conversation implements AutoCloseable {
  private final Child child;
  private final long number;
  private final Duration timeout;
  private final boolean isAlone;

  private Conversation(Child child, Duration timeout, boolean isAlone) {
    this.child = child;
    this.number = child.open();
    this.timeout = timeout;
    this.isAlone = isAlone;
  }

  static Conversation open(Child child, Duration timeout, String service, byte[] request) {
    return begin(new Conversation(child, timeout, /* isAlone= */ false), service, request);
  }

  /** In a child of its own, which ends with it and has no archive, which may be what is broken. */
  static Conversation alone(WorkerSettings settings, String service, byte[] request)
      throws WorkerException {
    Archive.of(settings).discard();
    Child own = Child.start(settings, Archive.NONE);
    return begin(
        new Conversation(own, settings.limits().silence(), /* isAlone= */ true), service, request);
  }

  private static Conversation begin(Conversation fresh, String service, byte[] request) {
    fresh.send(Wire.encodeCall(new Wire.ServiceCall(service, request)));
    return fresh;
  }

  /** Says something; that the child is gone shows when its answer is awaited. */
  public void send(byte[] message) {
    child.send(number, message);
  }

  /**
   * Waits for what the service says next.
   *
   * @throws WorkerException when the child is gone, or says nothing for too long and is ended
   */
  public byte[] receive() throws WorkerException {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    var _ =
        answered
            .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (nothing, failure) -> {
                  if (failure instanceof TimeoutException) {
                    child.process().destroyForcibly();
                  }
                });
    try {
      byte[] message = child.receive(number);
      if (message.length > 0) {
        return message;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(Kind.UNAVAILABLE, "interrupted while waiting for the worker");
    } finally {
      answered.complete(null);
    }
    throw answered.isCompletedExceptionally()
        ? new WorkerException(Kind.TIMED_OUT, "the worker gave no answer within " + timeout)
        : child.loss();
  }

  @Override
  public void close() {
    child.close(number);
    if (isAlone) {
      child.process().destroy();
    }
  }
}
