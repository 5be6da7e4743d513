package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.Failures;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The processor behind {@link KilnProcessor}: hands the rounds of a compilation to its {@link
 * Session}, which has the steps.
 */
public final class KernelProcessor extends AbstractProcessor {
  private @Nullable Session session;

  /** Called by {@link KilnProcessor}. */
  public KernelProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return KilnProcessor.ANNOTATIONS;
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Arrays.stream(OptionName.values()).map(OptionName::key).collect(Collectors.toSet());
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    guarded("start", () -> session = new Session(environment));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Session current = session;
    if (current != null) {
      guarded("round", () -> current.round(annotations, round));
    }
    return false;
  }

  /**
   * Nothing that fails in here, not even a class that cannot be linked, is thrown at javac. That a
   * class is not there at all is left to {@link KilnProcessor}, which needs none to say so.
   */
  private void guarded(String step, Runnable work) {
    try {
      work.run();
    } catch (NoClassDefFoundError missing) {
      throw missing;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      Diagnostics diagnostics = new Diagnostics();
      new Failures(null, "kiln").report(failure, step, "", Loc.text("", 0, 0), diagnostics);
      for (Diagnostic found : diagnostics.all()) {
        processingEnv.getMessager().printMessage(Kind.ERROR, found.text());
      }
    }
  }
}
