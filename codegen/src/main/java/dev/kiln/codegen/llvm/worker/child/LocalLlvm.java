package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.Llvm;
import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** LLVM in this very process, for services of the same child. */
public final class LocalLlvm implements Llvm {
  private static final String NATIVES = "org/bytedeco/llvm/linux-x86_64/libLLVM.so";

  private final RequestRunner runner = new RequestRunner();

  @Override
  public Promise submit(Request request) throws WorkerException {
    if (!isThere()) {
      throw new WorkerException(Kind.UNAVAILABLE, WorkerException.missing(NATIVES));
    }
    CompletableFuture<byte[]> product = runner.start(request);
    return () -> await(product);
  }

  /** Loads LLVM where it is there. */
  public void warmUp() {
    if (isThere()) {
      LlvmLibrary.load();
    }
  }

  private static boolean isThere() {
    return LocalLlvm.class.getClassLoader().getResource(NATIVES) != null;
  }

  private static byte[] await(CompletableFuture<byte[]> product) throws WorkerException {
    try {
      return product.join();
    } catch (CompletionException failure) {
      throw new WorkerException(Kind.REFUSED, reason(Objects.requireNonNull(failure)));
    }
  }

  /** Why a request gave nothing, in a sentence for the client. */
  static String reason(Throwable failure) {
    Throwable inner = failure instanceof CompletionException ? failure.getCause() : null;
    Throwable cause = inner == null ? failure : inner;
    String message = cause instanceof RefusedException ? cause.getMessage() : null;
    return message == null ? cause.toString() : message;
  }
}
