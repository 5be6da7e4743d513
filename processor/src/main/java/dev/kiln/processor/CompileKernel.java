package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.KernelCompiler;
import dev.kiln.processor.compile.PassFailure;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Second step: from tile IR to artifacts. May run beside other kernels. */
final class CompileKernel {
  private final KernelCompiler compiler;
  private final Options options;

  CompileKernel(KernelCompiler compiler, Options options) {
    this.compiler = compiler;
    this.options = options;
  }

  KernelWork.Done run(KernelWork work) {
    KernelDecl decl = work.decl();
    if (decl == null || work.diagnostics().hasErrors()) {
      return new KernelWork.Done(work, null);
    }
    Loc loc = Syntax.loc(decl.source(), decl.method().getName());
    return new KernelWork.Done(work, compile(work, loc));
  }

  private @Nullable CompiledKernel compile(KernelWork work, Loc loc) {
    long start = System.nanoTime();
    Failures failures = new Failures(options.dump(), work.name());
    try {
      CompiledKernel compiled =
          compiler.compile(work.name(), loc, work.variants(), work.diagnostics());
      if (options.time()) {
        long millis = (System.nanoTime() - start) / 1_000_000;
        work.diagnostics().report(Code.TIMES, loc, work.name(), millis);
      }
      return compiled;
    } catch (PassFailure failure) {
      failures.report(failure, failure.pass(), failure.ir(), loc, work.diagnostics());
    } catch (RuntimeException | StackOverflowError failure) {
      failures.report(failure, "code generation", "", loc, work.diagnostics());
    }
    return null;
  }

  /** The result of a run; runs do not throw. */
  static KernelWork.Done await(Future<KernelWork.Done> result) {
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while compiling kernels", interrupted);
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure.getCause());
    }
  }
}
