package dev.kiln.codegen.llvm.worker;

import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request on its way; {@link #await} gives its product. */
public final class Pending {
  private final WorkerSettings settings;
  private final byte[] request;
  private final Child child;
  private final CompletableFuture<byte[]> reply;

  private Pending(WorkerSettings settings, byte[] request, Child child) {
    this.settings = settings;
    this.request = request;
    this.child = child;
    this.reply =
        child.send(request).orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
    var _ =
        reply.whenComplete(
            (product, failure) -> {
              if (failure instanceof TimeoutException) {
                child.process().destroyForcibly();
              }
            });
  }

  static Pending send(WorkerSettings settings, byte[] request, Child child) {
    return new Pending(settings, request, child);
  }

  /**
   * Waits for the product.
   *
   * <p>A request whose child died is run once more in a child of its own, so that the crash of one
   * request is never the error of another.
   */
  public byte[] await() throws WorkerException {
    try {
      return product();
    } catch (EOFException lost) {
      return alone();
    }
  }

  private byte[] alone() throws WorkerException {
    Child own = Child.start(settings);
    try {
      Pending again = send(settings, request, own);
      try {
        return again.product();
      } catch (EOFException lost) {
        throw new WorkerException(Kind.CRASHED, own.obituary());
      }
    } finally {
      own.process().destroy();
    }
  }

  private byte[] product() throws WorkerException, EOFException {
    try {
      child.await(reply);
      return Wire.decodeReply(reply.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(Kind.UNAVAILABLE, "interrupted while waiting for the worker");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof EOFException lost) {
        throw lost;
      }
      throw new WorkerException(
          Kind.TIMED_OUT, "the worker gave no answer within " + settings.timeout());
    } catch (IOException e) {
      throw new WorkerException(Kind.UNAVAILABLE, "the worker's answer is broken: " + e);
    }
  }
}
