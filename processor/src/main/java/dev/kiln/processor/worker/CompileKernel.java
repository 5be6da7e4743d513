package dev.kiln.processor.worker;

import dev.kiln.ir.Loc;
import dev.kiln.processor.Options;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.Failures;
import dev.kiln.processor.compile.KernelCompiler;
import dev.kiln.processor.compile.LoweredKernel;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Second step: from tile IR to artifacts. */
final class CompileKernel {
  private final KernelCompiler compiler;
  private final Options options;

  CompileKernel(KernelCompiler compiler, Options options) {
    this.compiler = compiler;
    this.options = options;
  }

  /** Runs the passes and hands over to the toolchain. May run beside other kernels. */
  KernelWork.Lowered lower(KernelWork work) {
    long start = System.nanoTime();
    KernelDecl decl = work.decl();
    if (decl == null || work.diagnostics().hasErrors()) {
      return new KernelWork.Lowered(work, null, start);
    }
    LoweredKernel lowered =
        failures(work)
            .guard(
                "code generation", "", nameOf(decl), work.diagnostics(), () -> lower(work, decl));
    return new KernelWork.Lowered(work, lowered, start);
  }

  private @Nullable LoweredKernel lower(KernelWork work, KernelDecl decl) {
    Loc loc = nameOf(decl);
    try {
      return compiler.lower(work.name(), loc, work.variants(), decl::exact, work.diagnostics());
    } catch (UncheckedIOException unwritable) {
      String reason = String.valueOf(unwritable.getMessage());
      work.diagnostics().report(Code.WRITE_FAILED, loc, String.valueOf(options.dump()), reason);
      return null;
    }
  }

  private Failures failures(KernelWork work) {
    return new Failures(options.dump(), work.name());
  }

  /** Waits for the artifacts; null when there are none. */
  @Nullable CompiledKernel finish(KernelWork.Lowered lowered) {
    KernelWork work = lowered.work();
    KernelDecl decl = work.decl();
    LoweredKernel kernel = lowered.kernel();
    if (decl == null || kernel == null) {
      return null;
    }
    Loc loc = nameOf(decl);
    CompiledKernel compiled =
        failures(work)
            .guard(
                "artifacts",
                "",
                loc,
                work.diagnostics(),
                () -> compiler.finish(work.name(), loc, kernel, work.diagnostics()));
    if (options.time()) {
      long millis = (System.nanoTime() - lowered.start()) / 1_000_000;
      work.diagnostics().report(Code.TIMES, loc, work.name(), millis);
    }
    return compiled;
  }

  /** The method's name in the source. */
  static Loc nameOf(KernelDecl decl) {
    return Syntax.loc(decl.source(), decl.method().getName());
  }

  /** The result of a run; runs do not throw. */
  static KernelWork.Lowered await(Future<KernelWork.Lowered> result) {
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
