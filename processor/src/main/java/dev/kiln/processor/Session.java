package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.DeclReader;
import dev.kiln.processor.decl.StrayAnnotation;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
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
    Set<ExecutableElement> others = new LinkedHashSet<>();
    for (TypeElement annotation : annotations) {
      Set<? extends Element> annotated = round.getElementsAnnotatedWith(annotation);
      if (annotation.getQualifiedName().contentEquals(DeclReader.KERNEL)) {
        kernels.addAll(ElementFilter.methodsIn(annotated));
      } else {
        annotated.stream().flatMap(StrayAnnotation::methods).forEach(others::add);
      }
    }
    others.forEach(this::refuseStray);
    if (!kernels.isEmpty()) {
      compile(kernels, round.processingOver());
    }
  }

  private void refuseStray(ExecutableElement method) {
    List<StrayAnnotation> strays = StrayAnnotation.of(method);
    SourceText source = strays.isEmpty() ? null : reporter.source(method);
    for (StrayAnnotation stray : strays) {
      reporter.report(stray.finding(source, environment.getSourceVersion()), method, source);
    }
  }

  private void compile(List<ExecutableElement> kernels, boolean isLast) {
    WriteKernel write = new WriteKernel(environment, reporter, launchers);
    List<KernelsInWorker.Task> tasks = new ArrayList<>();
    Map<ExecutableElement, KernelReply> unread = new LinkedHashMap<>();
    for (ExecutableElement kernel : kernels) {
      boolean isKnown = Signatures.areKnown(kernel);
      if (!isKnown && !isLast) {
        waiting.add(kernel);
        continue;
      }
      write.want(kernel);
      // In the last round the compiler itself says which type is missing.
      SourceText source = isKnown ? reporter.source(kernel) : null;
      if (source != null) {
        tasks.add(new KernelsInWorker.Task(kernel, source));
      } else {
        unread.put(kernel, KernelReply.refused(isKnown ? List.of(noSource(kernel)) : List.of()));
      }
    }
    unread.forEach((kernel, reply) -> write.run(kernel, null, reply));
    ModelAnswers answers = new ModelAnswers(new CompilerClasses(environment.getElementUtils()));
    worker.compile(
        tasks, answers, this::showOptions, (task, reply) -> settle(task, reply, isLast, write));
  }

  private static Diagnostic noSource(ExecutableElement kernel) {
    return Diagnostic.of(Code.NO_SOURCE, Loc.text("", 0, 0), kernel.getSimpleName());
  }

  /** Writes a kernel, or has it wait for what a later round may bring. */
  private void settle(
      KernelsInWorker.Task task, KernelReply reply, boolean isLast, WriteKernel write) {
    if (reply.mayResolveLater() && !isLast) {
      write.forget(task.kernel());
      waiting.add(task.kernel());
    } else {
      write.run(task.kernel(), task.source(), reply);
    }
  }

  private void showOptions(List<Diagnostic> findings) {
    if (!showedOptions) {
      showedOptions = true;
      findings.forEach(reporter::report);
    }
  }
}
