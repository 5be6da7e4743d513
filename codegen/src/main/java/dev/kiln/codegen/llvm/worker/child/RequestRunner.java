package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.LlvmTarget;
import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Optimisation;
import dev.kiln.codegen.llvm.worker.Product;
import dev.kiln.codegen.llvm.worker.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Runs requests on threads, each module on one of its own, as many at a time as there are
 * processors.
 *
 * <p>A thread that LLVM wants to abort the process on is parked for ever, see {@link LlvmLibrary};
 * that is why there is no pool to run dry.
 */
final class RequestRunner {
  /** LLVM recurses deeply over large basic blocks. */
  private static final long STACK_BYTES = 64L << 20;

  /** Characters of a module that may be kept with what it became. */
  private static final int SMALL = 8 << 10;

  /** What the object of a module follows from. */
  private record Small(LlvmTarget target, Optimisation optimisation, String text) {}

  private final Map<Small, CompletableFuture<byte[]>> small = new ConcurrentHashMap<>();

  private final Semaphore processors =
      new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()));

  CompletableFuture<byte[]> start(Request request) {
    if (request.product() != Product.SHARED_LIBRARY) {
      ModuleText module = request.modules().getFirst();
      return onThread(() -> new ModuleCompiler(request, module).compile(request.product()));
    }
    List<CompletableFuture<byte[]>> objects =
        request.modules().stream().map(module -> object(request, module)).toList();
    return CompletableFuture.allOf(objects.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> onThread(() -> Linker.link(objects.stream().map(o -> o.join()).toList())));
  }

  /** The object of a module; a small one is made once, since many requests may have it. */
  private CompletableFuture<byte[]> object(Request request, ModuleText module) {
    Supplier<byte[]> work = () -> new ModuleCompiler(request, module).compile(Product.OBJECT);
    return module.text().length() <= SMALL
        ? small.computeIfAbsent(
            new Small(request.target(), request.optimisation(), module.text()),
            key -> onThread(work))
        : onThread(work);
  }

  private CompletableFuture<byte[]> onThread(Supplier<byte[]> work) {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    var _ = result.whenComplete((product, failure) -> processors.release());
    Runnable body =
        () -> {
          processors.acquireUninterruptibly();
          LlvmLibrary.onFatalError(message -> result.completeExceptionally(message));
          try {
            result.complete(work.get());
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    Thread thread = new Thread(null, body, "kiln-request", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
