package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.Llvm;
import dev.kiln.codegen.llvm.worker.Wire;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers a request to LLVM with its product or its refusal. */
final class LlvmService implements Service {
  private final RequestRunner runner = new RequestRunner();

  @Override
  public String name() {
    return Llvm.SERVICE;
  }

  @Override
  public void warmUp() {
    LlvmLibrary.load();
  }

  @Override
  public void start(Call call) throws IOException {
    var _ =
        runner
            .start(Wire.decodeRequest(call.request()))
            .whenComplete((product, failure) -> answer(call, product, failure));
  }

  private static void answer(Call call, byte @Nullable [] product, @Nullable Throwable failure) {
    try (call) {
      call.tell(
          product == null
              ? Wire.encodeRefusal(LocalLlvm.reason(Objects.requireNonNull(failure)))
              : Wire.encodeProduct(product));
    }
  }
}
