package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.child.Call;
import dev.kiln.codegen.llvm.worker.child.LocalLlvm;
import dev.kiln.codegen.llvm.worker.child.Service;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.host.SourceText;
import java.io.IOException;
import javax.lang.model.SourceVersion;

/** Compiles the kernels of rounds: the worker's side. */
final class KernelService implements Service {
  static final String NAME = "kernels";

  /** Syntax trees and expressions are walked by recursion. */
  static final long STACK_BYTES = 64L << 20;

  private final LocalLlvm llvm = new LocalLlvm();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void warmUp() {
    Thread.ofPlatform().daemon().start(llvm::warmUp);
    Syntax.parse(new SourceText("", "class Warm {}", -1), SourceVersion.latest());
  }

  @Override
  public void start(Call call) throws IOException {
    RoundRequest request = RoundRequest.of(call.request());
    Runnable work =
        () -> {
          try (call) {
            new RoundWork(request, call, llvm).run();
          } catch (RuntimeException | Error failure) {
            call.tell(new Message.Failure(failure.toString()).bytes());
          }
        };
    Thread thread = new Thread(null, work, "kiln-kernels", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
  }
}
