package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;

/** Kernels whose types or constants other processors have still to make. */
final class DeferralTest {
  private static final String HEAD =
      "package t;\nimport static dev.kiln.lang.Tile.*;\nimport dev.kiln.lang.*;\n";

  /** Makes {@code g.Sizes} in the first round. */
  private static final class Generator extends AbstractProcessor {
    private boolean isDone;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Set.of("*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!isDone) {
        isDone = true;
        try (Writer out = processingEnv.getFiler().createSourceFile("g.Sizes").openWriter()) {
          out.write("package g; public final class Sizes { public static final int N = 4; }");
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      }
      return false;
    }
  }

  private static Compilation compileWithGenerator(String text) {
    return Compiler.javac()
        .withProcessors(new Generator(), new KilnProcessor())
        .compile(Sources.file(text));
  }

  @Test
  void aClassMayHaveAFieldOfItsOwnLaunchersType() {
    Compilation compilation =
        Sources.compile(
            HEAD
                + """
                class Own {
                  static OwnAddKernel field;
                  @TileKernel
                  static void ownAdd(FloatTensor<F32> a) {
                    grid(1, x -> a.set(x, 1f));
                  }
                }
                """);
    assertThat(compilation).succeeded();
  }

  @Test
  void aBodyMayNameAConstantThatIsGenerated() {
    Compilation compilation =
        compileWithGenerator(
            HEAD
                + """
                class Later {
                  @TileKernel
                  static void later(FloatTensor<F32> a) {
                    grid(g.Sizes.N, x -> a.set(x, 1f));
                  }
                }
                """);
    assertThat(compilation).succeeded();
  }

  @Test
  void aTypeInTheSignatureThatIsGeneratedIsRefusedByName() {
    Compilation compilation =
        compileWithGenerator(
            HEAD
                + """
                class Typed {
                  @TileKernel
                  static void typed(FloatTensor<F32> a, g.Sizes sizes) {
                    grid(1, x -> a.set(x, 1f));
                  }
                }
                """);
    assertThat(compilation)
        .hadErrorContaining("[KILN1010]")
        .inFile(Sources.file(HEAD + "class Typed {}"))
        .onLine(6);
    assertThat(compilation).hadErrorContaining("type 'g.Sizes'");
  }

  @Test
  void aTypeThatNeverComesIsLeftToJavac() {
    Compilation compilation =
        Sources.compile(
            HEAD
                + """
                class Never {
                  @TileKernel
                  static void never(FloatTensor<F32> a, Missing missing) {
                    grid(1, x -> a.set(x, 1f));
                  }
                  void use() {
                    NeverKernel.launch(null, null);
                  }
                }
                """);
    assertThat(compilation).failed();
    assertEquals(List.of("cannot find symbol"), firstLines(compilation));
  }

  @Test
  void aNameThatNeverComesIsReportedOnceWithItsPlace() {
    Compilation compilation =
        Sources.compile(
            HEAD
                + """
                class Unknown {
                  @TileKernel
                  static void unknown(FloatTensor<F32> a) {
                    grid(1, x -> a.set(x, valeu));
                  }
                  void use() {
                    UnknownKernel.launch(null);
                  }
                }
                """);
    assertThat(compilation).hadErrorContaining("[KILN1110] 'valeu' is not known here.");
    assertEquals(
        1, compilation.errors().stream().filter(e -> e.getMessage(null).contains("KILN")).count());
  }

  private static List<String> firstLines(Compilation compilation) {
    return compilation.errors().stream()
        .map(error -> error.getMessage(null).lines().findFirst().orElse(""))
        .toList();
  }
}
