package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;

import com.google.testing.compile.Compilation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.processing.Completion;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.junit.jupiter.api.Test;

/** Build tools hand processors a wrapper of javac's environment; places stay exact behind it. */
final class WrappedEnvironmentsTest {
  private static final String WRONG =
      """
      package t;

      import dev.kiln.lang.*;

      class Wrong {
        @TileKernel
        static void wrong(FloatTensor<F32> a, String text) {}
      }
      """;

  /** As Gradle's incremental processing does. */
  private record Delegating(ProcessingEnvironment delegate) implements ProcessingEnvironment {
    @Override
    public Map<String, String> getOptions() {
      return delegate.getOptions();
    }

    @Override
    public Messager getMessager() {
      return delegate.getMessager();
    }

    @Override
    public Filer getFiler() {
      return delegate.getFiler();
    }

    @Override
    public Elements getElementUtils() {
      return delegate.getElementUtils();
    }

    @Override
    public Types getTypeUtils() {
      return delegate.getTypeUtils();
    }

    @Override
    public SourceVersion getSourceVersion() {
      return delegate.getSourceVersion();
    }

    @Override
    public Locale getLocale() {
      return delegate.getLocale();
    }
  }

  /** As IntelliJ's build does. */
  private static ProcessingEnvironment proxy(ProcessingEnvironment environment) {
    return (ProcessingEnvironment)
        Proxy.newProxyInstance(
            WrappedEnvironmentsTest.class.getClassLoader(),
            new Class<?>[] {ProcessingEnvironment.class},
            (self, method, arguments) -> method.invoke(environment, arguments));
  }

  /** The processor, initialised with a wrapper. */
  private record Wrapping(Processor processor, UnaryOperator<ProcessingEnvironment> wrapper)
      implements Processor {
    @Override
    public Set<String> getSupportedOptions() {
      return processor.getSupportedOptions();
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return processor.getSupportedAnnotationTypes();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return processor.getSupportedSourceVersion();
    }

    @Override
    public void init(ProcessingEnvironment environment) {
      processor.init(wrapper.apply(environment));
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // says what the wrapped processor says
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      return processor.process(annotations, round);
    }

    @Override
    public Iterable<? extends Completion> getCompletions(
        Element element, AnnotationMirror annotation, ExecutableElement member, String userText) {
      return List.of();
    }
  }

  private static void check(UnaryOperator<ProcessingEnvironment> wrapper) {
    Compilation compilation =
        Sources.compile(new Wrapping(new KilnProcessor(), wrapper), List.of(), WRONG);
    assertThat(compilation)
        .hadErrorContaining("[KILN1010]")
        .inFile(Sources.file(WRONG))
        .onLine(7)
        .atColumn(41);
  }

  @Test
  void placesAreExactBehindADelegate() {
    check(Delegating::new);
  }

  @Test
  void placesAreExactBehindAProxy() {
    check(WrappedEnvironmentsTest::proxy);
  }

  @Test
  void placesAreExactBehindBoth() {
    check(environment -> proxy(new Delegating(environment)));
  }
}
