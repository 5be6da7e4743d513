package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.host.BuildTools;
import dev.kiln.processor.host.Reporter;
import dev.kiln.processor.host.SourceText;
import dev.kiln.processor.model.CompilerClasses;
import dev.kiln.processor.model.ModelAnswers;
import dev.kiln.processor.worker.KernelReply;
import dev.kiln.processor.worker.KernelsInWorker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * One compilation: its options, and the kernels that wait from round to round. Finds kernels and
 * their sources, has the worker compile them, and shows and writes what comes back.
 */
final class Session {
  private final ProcessingEnvironment environment;
  private final Reporter reporter;
  private final KernelsInWorker worker;
  private final WaitingKernels waiting = new WaitingKernels();
  private final WriteKernel.Launchers launchers = new WriteKernel.Launchers();
  private boolean showedOptions;

  Session(ProcessingEnvironment environment) {
    this.environment = environment;
    Map<String, @Nullable String> given = new TreeMap<>();
    environment.getOptions().forEach(given::put);
    Options.Outside options = Options.Outside.of(given);
    worker =
        new KernelsInWorker(
            given, environment.getSourceVersion(), options.dump(), options.limits());
    boolean alwaysExcerpt =
        switch (options.excerpt()) {
          case AUTO -> BuildTools.hideSourceLines();
          case ALWAYS -> true;
          case NEVER -> false;
        };
    reporter = Reporter.of(environment, alwaysExcerpt);
  }

  /** Does all that one round allows; in the last one nothing waits any longer. */
  void round(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    List<ExecutableElement> kernels = new ArrayList<>(waiting.take(environment.getElementUtils()));
    for (TypeElement annotation : annotations) {
      kernels.addAll(ElementFilter.methodsIn(round.getElementsAnnotatedWith(annotation)));
    }
    if (!kernels.isEmpty()) {
      compile(kernels, round.processingOver());
    }
  }

  /**
   * A kernel with its text, and what is made of it.
   *
   * @param source null when it cannot be read
   * @param reply null until the worker has given one
   */
  private record Found(@Nullable SourceText source, @Nullable KernelReply reply) {}

  private void compile(List<ExecutableElement> kernels, boolean isLast) {
    Map<ExecutableElement, Found> found = new LinkedHashMap<>();
    for (ExecutableElement kernel : kernels) {
      Found here = find(kernel, isLast);
      if (here == null) {
        waiting.add(kernel);
      } else {
        found.put(kernel, here);
      }
    }
    ask(found);
    if (!isLast) {
      found.entrySet().removeIf(entry -> waits(entry.getKey(), entry.getValue()));
    }
    WriteKernel write = new WriteKernel(environment, reporter, launchers);
    found.keySet().forEach(write::want);
    found.forEach(
        (kernel, here) -> {
          if (here.reply() != null) {
            write.run(kernel, here.source(), here.reply());
          }
        });
  }

  /** What is known of a kernel before it is compiled; null when it waits for the next round. */
  private @Nullable Found find(ExecutableElement kernel, boolean isLast) {
    if (!Signatures.areKnown(kernel)) {
      // In the last round the compiler itself says which type is missing.
      return isLast ? new Found(null, KernelReply.refused(List.of())) : null;
    }
    SourceText source = reporter.source(kernel);
    if (source != null) {
      return new Found(source, null);
    }
    Diagnostic finding = Diagnostic.of(Code.NO_SOURCE, Loc.text("", 0, 0), kernel.getSimpleName());
    return new Found(null, KernelReply.refused(List.of(finding)));
  }

  private void ask(Map<ExecutableElement, Found> found) {
    List<KernelsInWorker.Task> tasks = new ArrayList<>();
    found.forEach(
        (kernel, here) -> {
          if (here.source() != null) {
            tasks.add(new KernelsInWorker.Task(kernel, here.source()));
          }
        });
    ModelAnswers answers = new ModelAnswers(new CompilerClasses(environment.getElementUtils()));
    List<KernelReply> replies = worker.compile(tasks, answers, this::showOptions);
    for (int i = 0; i < tasks.size(); i++) {
      KernelsInWorker.Task task = tasks.get(i);
      found.put(task.kernel(), new Found(task.source(), replies.get(i)));
    }
  }

  private void showOptions(List<Diagnostic> findings) {
    if (!showedOptions) {
      showedOptions = true;
      findings.forEach(reporter::report);
    }
  }

  private boolean waits(ExecutableElement kernel, Found here) {
    if (here.reply() == null || !here.reply().mayResolveLater()) {
      return false;
    }
    waiting.add(kernel);
    return true;
  }
}
