package dev.kiln.processor;

import com.google.auto.service.AutoService;
import java.util.Set;
import javax.annotation.processing.Completion;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * What compilers load. Built for Java 17, so that an older compiler says one clear sentence where a
 * class file of Java 25 would only give a version error; the work is done by {@link
 * KernelProcessor}, which is named by text because it cannot be linked from here.
 *
 * <p>An older compiler comes here when it reads class files of 25, as Eclipse's does; for javac see
 * {@link JavacPlugin}.
 */
@AutoService(Processor.class)
public final class KilnProcessor implements Processor {
  private static final int NEEDED = 25;

  /** The annotation of kernels, and those that mean nothing without it, which is said. */
  static final Set<String> ANNOTATIONS =
      Set.of(
          "dev.kiln.lang.TileKernel",
          "dev.kiln.lang.Variant",
          "dev.kiln.lang.Variant.Rows",
          "dev.kiln.lang.Const",
          "dev.kiln.lang.Dims");

  /** The text of {@code Code.OLD_COMPILER}, which an older compiler cannot load. */
  static final String TOO_OLD =
      "[KILN0001] Kiln compiles kernels with JDK 25 or newer, and this compiler is version %s."
          + "\n  Run the build on a newer JDK, for example by setting JAVA_HOME.";

  /** The text of {@code Code.INCOMPLETE}, which cannot be loaded where anything is missing. */
  static final String INCOMPLETE =
      "[KILN0011] Kiln is incomplete: the processor path lacks '%s'."
          + "\n  Put kiln-processor there with all that it depends on, as Maven does where"
          + " annotationProcessorPaths names it.";

  private @Nullable Processor worker;
  private @Nullable ProcessingEnvironment environment;
  private @Nullable String missing;

  /** Called by compilers through the service loader. */
  public KilnProcessor() {
    if (!isTooOld()) {
      try {
        worker = load();
      } catch (LinkageError incomplete) {
        disable(incomplete);
      }
    }
  }

  /** Does without the worker, of which a class is not there. */
  private void disable(LinkageError incomplete) {
    worker = null;
    missing = String.valueOf(incomplete.getMessage()).replace('/', '.');
  }

  /** Whether the compiler that runs in this JVM cannot compile kernels. */
  static boolean isTooOld() {
    return Runtime.version().feature() < NEEDED;
  }

  /** The sentence for such a compiler. */
  static String tooOld() {
    return String.format(TOO_OLD, Runtime.version().feature());
  }

  /** Has the worker start before a compilation asks for it. */
  static void startWorker() {
    try {
      Class.forName("dev.kiln.processor.worker.KernelsInWorker").getMethod("begin").invoke(null);
    } catch (ReflectiveOperationException | LinkageError incomplete) {
      // The processor is asked next, and says what is missing.
    }
  }

  private static Processor load() {
    try {
      return Class.forName("dev.kiln.processor.KernelProcessor")
          .asSubclass(Processor.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("the Kiln processor's jar is incomplete", failure);
    }
  }

  @Override
  public Set<String> getSupportedOptions() {
    return worker == null ? Set.of() : worker.getSupportedOptions();
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return ANNOTATIONS;
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public void init(ProcessingEnvironment processingEnvironment) {
    environment = processingEnvironment;
    if (worker != null) {
      try {
        worker.init(processingEnvironment);
      } catch (LinkageError incomplete) {
        disable(incomplete);
      }
    }
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (worker != null) {
      try {
        worker.process(annotations, round);
        return false;
      } catch (LinkageError incomplete) {
        disable(incomplete);
      }
    }
    if (!annotations.isEmpty() && environment != null) {
      String text = missing == null ? tooOld() : String.format(INCOMPLETE, missing);
      environment.getMessager().printMessage(Diagnostic.Kind.ERROR, text);
    }
    return false;
  }

  @Override
  public Iterable<? extends Completion> getCompletions(
      Element element, AnnotationMirror annotation, ExecutableElement member, String userText) {
    return Set.of();
  }
}
