package dev.kiln.processor;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import dev.kiln.processor.compile.CompileSettings;
import dev.kiln.processor.compile.KernelCompiler;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.host.BuildTools;
import dev.kiln.processor.host.Reporter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * One compilation: its options, and the kernels that wait from round to round.
 *
 * <p>Kernels are read one after the other, for the compiler's model is not for several threads;
 * what comes behind runs beside, so that one is compiled while the next is read.
 */
final class Session {
  private final ProcessingEnvironment environment;
  private final Options.Parsed options;
  private final Reporter reporter;
  private final Set<String> targetNames;
  private final KernelCompiler compiler;
  private final WaitingKernels waiting = new WaitingKernels();
  private final WriteKernel.Launchers launchers = new WriteKernel.Launchers();
  private boolean showedOptions;

  Session(ProcessingEnvironment environment) {
    this.environment = environment;
    targetNames = Backends.names();
    options = Options.parse(environment.getOptions(), targetNames, stops());
    Options given = options.options();
    boolean alwaysExcerpt =
        switch (given.excerpt()) {
          case AUTO -> BuildTools.hideSourceLines();
          case ALWAYS -> true;
          case NEVER -> false;
        };
    reporter = Reporter.of(environment, alwaysExcerpt);
    compiler =
        new KernelCompiler(
            Backends.select(given.targets()),
            new CompileSettings(
                given.dump(),
                given.stop(),
                given.embed() == Options.Embedding.STAGES,
                given.verify(),
                ToolSettings.ofSystem(given.tools())),
            this::toolchain);
  }

  private static Set<String> stops() {
    Set<String> names = new LinkedHashSet<>();
    for (Stage stage : Stage.values()) {
      names.add(stage.name());
    }
    for (Backend backend : Backends.ALL) {
      backend.pipeline().passes().stream().map(Pass::name).forEach(names::add);
    }
    return names;
  }

  private LlvmToolchain toolchain() throws WorkerException {
    return new LlvmToolchain(Worker.shared(WorkerSettings.of(Session.class.getClassLoader())));
  }

  /** Does all that one round allows; in the last one nothing waits any longer. */
  void round(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    List<ExecutableElement> kernels = new ArrayList<>(waiting.take(environment.getElementUtils()));
    for (TypeElement annotation : annotations) {
      kernels.addAll(ElementFilter.methodsIn(round.getElementsAnnotatedWith(annotation)));
    }
    if (kernels.isEmpty()) {
      return;
    }
    if (!showedOptions) {
      showedOptions = true;
      options.findings().forEach(reporter::report);
    }
    compile(kernels, round.processingOver());
  }

  private void compile(List<ExecutableElement> kernels, boolean isLast) {
    ReadKernel read = new ReadKernel(environment, reporter, targetNames, options.options().dump());
    CompileKernel compile = new CompileKernel(compiler, options.options());
    WriteKernel write = new WriteKernel(environment, reporter, launchers, options.options().dump());
    try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
      beside.execute(this::startToolchain);
      List<Future<KernelWork.Lowered>> results = new ArrayList<>();
      for (ExecutableElement kernel : kernels) {
        KernelWork work = work(read, kernel, isLast);
        if (work == null) {
          waiting.add(kernel);
        } else {
          write.want(kernel);
          results.add(beside.submit(() -> compile.lower(work)));
        }
      }
      for (Future<KernelWork.Lowered> result : results) {
        KernelWork.Lowered lowered = CompileKernel.await(result);
        KernelFiles.Texts texts = write.texts(lowered);
        write.run(compile.finish(lowered), texts);
      }
    }
  }

  /** Starts the worker early; a failure is told by the first kernel that needs it. */
  private void startToolchain() {
    try {
      toolchain();
    } catch (WorkerException toldLater) {
      return;
    }
  }

  /** What the first step makes of a kernel; null when it waits for the next round. */
  private @Nullable KernelWork work(ReadKernel read, ExecutableElement kernel, boolean isLast) {
    if (!Signatures.areKnown(kernel)) {
      // In the last round the compiler itself says which type is missing.
      return isLast ? KernelWork.refused(kernel, null, new Diagnostics()) : null;
    }
    KernelWork work = read.run(kernel);
    return !isLast && work.mayResolveLater() ? null : work;
  }
}
