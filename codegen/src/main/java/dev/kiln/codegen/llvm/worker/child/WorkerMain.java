package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.codegen.llvm.worker.Wire.Frame;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests from standard input until it ends, and answers each on standard output when it is
 * done.
 */
public final class WorkerMain {
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong answers = new AtomicLong();
  private final RequestRunner runner = new RequestRunner();
  private final DataOutputStream replies;

  private WorkerMain(DataOutputStream replies) {
    this.replies = replies;
  }

  /** Runs the worker; takes no arguments. */
  public static void main(String[] arguments) {
    DataInputStream input =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream replies =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    // Nothing but frames may reach standard output.
    System.setOut(System.err);
    // LLVM loads while the compiler is still busy with its first kernel.
    Thread.ofPlatform().daemon().start(LlvmLibrary::load);
    WorkerMain worker = new WorkerMain(replies);
    Thread.ofPlatform().daemon().start(worker::endWhenForgotten);
    worker.serve(input);
    // Requests nobody waits for any more are not worth an orderly end.
    Runtime.getRuntime().halt(0);
  }

  /** A compiler that lives on in an editor or a daemon need not keep LLVM in memory. */
  private void endWhenForgotten() {
    long seen;
    do {
      seen = requests.get();
      try {
        Thread.sleep(FORGOTTEN_AFTER);
      } catch (InterruptedException e) {
        return;
      }
    } while (requests.get() != seen || answers.get() != seen);
    Runtime.getRuntime().halt(0);
  }

  private void serve(DataInputStream input) {
    try {
      while (true) {
        Frame frame = Wire.read(input);
        requests.incrementAndGet();
        Request request = Wire.decodeRequest(frame.payload());
        CompletableFuture<byte[]> product = runner.start(request);
        var _ = product.whenComplete((bytes, failure) -> answer(frame.request(), bytes, failure));
      }
    } catch (IOException e) {
      // The compiler has ended, or speaks another language: either way nobody listens.
    }
  }

  private void answer(long request, byte @Nullable [] product, @Nullable Throwable failure) {
    byte[] payload =
        product != null
            ? Wire.encodeProduct(product)
            : Wire.encodeRefusal(reason(Objects.requireNonNull(failure)));
    try {
      synchronized (replies) {
        Wire.write(replies, new Frame(request, payload));
      }
      answers.incrementAndGet();
    } catch (IOException e) {
      Runtime.getRuntime().halt(0);
    }
  }

  private static String reason(Throwable failure) {
    Throwable inner = failure instanceof CompletionException ? failure.getCause() : null;
    Throwable cause = inner == null ? failure : inner;
    String message = cause instanceof RefusedException ? cause.getMessage() : null;
    return message == null ? cause.toString() : message;
  }
}
