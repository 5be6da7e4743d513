package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.annotation.processing.Completion;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/**
 * Build tools hand processors a wrapper of javac's environment; places stay exact behind it, and
 * what they count of the files that are written is right.
 */
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
  private record Delegating(ProcessingEnvironment delegate, Filer filer)
      implements ProcessingEnvironment {
    Delegating(ProcessingEnvironment delegate) {
      this(delegate, delegate.getFiler());
    }

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
      return filer;
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

  /** As IntelliJ's build does: a proxy whose handler asks a wrapper first, then what it wraps. */
  private static ProcessingEnvironment proxy(ProcessingEnvironment environment) {
    Wrapper<ProcessingEnvironment> wrapper = new WrappedEnvironment(environment);
    return (ProcessingEnvironment)
        Proxy.newProxyInstance(
            WrappedEnvironmentsTest.class.getClassLoader(),
            new Class<?>[] {ProcessingEnvironment.class},
            (self, method, arguments) ->
                method.getName().equals("getMessager")
                    ? wrapper.messager()
                    : method.invoke(wrapper.delegate, arguments));
  }

  /** What is wrapped is known by a type variable only. */
  private abstract static class Wrapper<T> {
    final T delegate;

    Wrapper(T delegate) {
      this.delegate = delegate;
    }

    abstract Messager messager();
  }

  private static final class WrappedEnvironment extends Wrapper<ProcessingEnvironment> {
    WrappedEnvironment(ProcessingEnvironment delegate) {
      super(delegate);
    }

    @Override
    Messager messager() {
      return new Messages(delegate.getMessager());
    }
  }

  /** A messager of its own. */
  private record Messages(Messager delegate) implements Messager {
    @Override
    public void printMessage(Diagnostic.Kind kind, CharSequence message) {
      delegate.printMessage(kind, message);
    }

    @Override
    public void printMessage(Diagnostic.Kind kind, CharSequence message, Element element) {
      delegate.printMessage(kind, message, element);
    }

    @Override
    public void printMessage(
        Diagnostic.Kind kind, CharSequence message, Element element, AnnotationMirror annotation) {
      delegate.printMessage(kind, message, element, annotation);
    }

    @Override
    public void printMessage(
        Diagnostic.Kind kind,
        CharSequence message,
        Element element,
        AnnotationMirror annotation,
        AnnotationValue value) {
      delegate.printMessage(kind, message, element, annotation, value);
    }
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
    Compilation right =
        Sources.compile(new Wrapping(new KilnProcessor(), wrapper), List.of(), RIGHT);
    assertThat(right).succeededWithoutWarnings();
    assertThat(right).generatedSourceFile("t.RightKernel");
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

  /** Notes for each file where it goes and what it comes from, as Gradle does. */
  private record Noting(Filer filer, List<String> notes) implements Filer {
    private void note(String file, Element... origins) {
      notes.add(file + " from " + Arrays.toString(origins));
    }

    @Override
    public JavaFileObject createSourceFile(CharSequence name, Element... origins)
        throws IOException {
      note("source " + name, origins);
      return filer.createSourceFile(name, origins);
    }

    @Override
    public JavaFileObject createClassFile(CharSequence name, Element... origins)
        throws IOException {
      note("class " + name, origins);
      return filer.createClassFile(name, origins);
    }

    @Override
    public FileObject createResource(
        JavaFileManager.Location location,
        CharSequence inPackage,
        CharSequence name,
        Element... origins)
        throws IOException {
      note(location + " " + inPackage + name, origins);
      return filer.createResource(location, inPackage, name, origins);
    }

    @Override
    public FileObject getResource(
        JavaFileManager.Location location, CharSequence inPackage, CharSequence name)
        throws IOException {
      note("reading " + location + " " + inPackage + name);
      return filer.getResource(location, inPackage, name);
    }
  }

  private static final String RIGHT =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Right {
        @TileKernel
        static void right(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
        static class Inner {
          @TileKernel
          static void inner(FloatTensor<F32> a) {
            grid(a.dim(0), x -> a.set(x, 2f));
          }
        }
      }
      """;

  @Test
  void eachFileComesFromItsKernelAlone() {
    List<String> notes = new ArrayList<>();
    Compilation compilation =
        Sources.compile(
            new Wrapping(
                new KilnProcessor(),
                environment ->
                    new Delegating(environment, new Noting(environment.getFiler(), notes))),
            List.of("-Akiln.embed=tile"),
            RIGHT);
    assertThat(compilation).succeededWithoutWarnings();
    String right = " from [right(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>)]";
    String inner = right.replace("right", "inner");
    // An origin too many, none, or another location would make Gradle compile everything.
    assertEquals(
        Stream.of(
                "source t.RightKernel" + right,
                "CLASS_OUTPUT META-INF/kiln/t.Right/right/manifest.properties" + right,
                "CLASS_OUTPUT META-INF/kiln/t.Right/right/cpu-linux-x86_64.so" + right,
                "CLASS_OUTPUT META-INF/kiln/t.Right/right/tile.0.ir" + right,
                "source t.InnerKernel" + inner,
                "CLASS_OUTPUT META-INF/kiln/t.Right$Inner/inner/manifest.properties" + inner,
                "CLASS_OUTPUT META-INF/kiln/t.Right$Inner/inner/cpu-linux-x86_64.so" + inner,
                "CLASS_OUTPUT META-INF/kiln/t.Right$Inner/inner/tile.0.ir" + inner)
            .sorted()
            .toList(),
        notes.stream().sorted().toList());
  }
}
