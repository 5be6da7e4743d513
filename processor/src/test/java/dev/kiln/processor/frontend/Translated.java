package dev.kiln.processor.frontend;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.VerifyObserver;
import dev.kiln.processor.decl.DeclReader;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.host.SourceText;
import dev.kiln.processor.model.CompilerClasses;
import dev.kiln.processor.model.MethodData;
import dev.kiln.processor.model.ModelAnswers;
import dev.kiln.processor.model.RemoteClasses;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.MethodDeclaration;

/**
 * The kernels of a source file as the front end translates them within javac, with what it found.
 *
 * @param kernels by {@code method} or {@code method#variant}, those without mistakes
 * @param variants by the same names
 * @param declarations by the same names; for their parameters only, the rest is of a past round
 * @param findings of all kernels, in the order of their places
 * @param compiler what javac itself said
 * @param classes the compiled classes; empty when there were errors
 */
record Translated(
    Map<String, Kernel> kernels,
    Map<String, VariantDecl> variants,
    Map<String, KernelDecl> declarations,
    List<Diagnostic> findings,
    List<String> compiler,
    ClassLoader classes) {
  private static final String HEADER =
      """
      package k;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class K {
      %s
      }
      """;

  /** Number of lines before a snippet in its file. */
  static final int LINES_BEFORE = 4;

  /** Members of a class that imports the language. */
  static Translated members(String members) {
    return of(Map.of("k/K.java", HEADER.formatted(members)));
  }

  /** A kernel with one grid of one dimension over the tensors {@code x} and {@code y} of f32. */
  static Translated block(String body) {
    return members(
        """
        @TileKernel static void k(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y, int p) {
        grid(p, (b) -> {
        %s
        });
        }
        """
            .formatted(body));
  }

  /** Number of lines before the body of {@link #block}. */
  static final int LINES_BEFORE_BLOCK = LINES_BEFORE + 2;

  /** Whole source files by path. */
  static Translated of(Map<String, String> files) {
    return of(files, List.of("-Xlint:none"));
  }

  /** The same without javac's own checks behind it, and without classes. */
  static Translated unchecked(Map<String, String> files) {
    return of(files, List.of("-Xlint:none", "-proc:only"));
  }

  private static Translated of(Map<String, String> files, List<String> options) {
    FrontendOnly processor = new FrontendOnly(files);
    List<JavaFileObject> units = new ArrayList<>();
    files.forEach((path, text) -> units.add(InMemory.source(path, text)));
    List<String> compiler = new ArrayList<>();
    InMemory memory = new InMemory();
    var task =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                new StringWriter(),
                memory,
                message -> compiler.add(String.valueOf(message)),
                options,
                null,
                units);
    task.setProcessors(List.of(processor));
    task.call();
    return new Translated(
        processor.kernels,
        processor.variants,
        processor.declarations,
        processor.findings,
        compiler,
        memory.loader());
  }

  /** The text of the only kernel, without places. */
  String text() {
    if (kernels.size() != 1 || !findings.isEmpty()) {
      throw new AssertionError("expected one kernel, found " + kernels.keySet() + summary());
    }
    return Printer.print(kernels.values().iterator().next(), Printer.Places.HIDDEN);
  }

  /** One line a finding: code, line, column, text to blame. */
  List<String> summary() {
    return findings.stream()
        .map(
            found ->
                "%s %d:%d %s"
                    .formatted(
                        found.code().id(),
                        found.loc().line(),
                        found.loc().column(),
                        found.text().replace('\n', ' ')))
        .toList();
  }

  /** Runs the front end only, over every kernel and variant. */
  @SupportedAnnotationTypes("dev.kiln.lang.TileKernel")
  private static final class FrontendOnly extends AbstractProcessor {
    private final Map<String, String> files;
    private final Map<String, Kernel> kernels = new LinkedHashMap<>();
    private final Map<String, VariantDecl> variants = new LinkedHashMap<>();
    private final Map<String, KernelDecl> declarations = new LinkedHashMap<>();
    private final List<Diagnostic> findings = new ArrayList<>();

    FrontendOnly(Map<String, String> files) {
      this.files = files;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      for (TypeElement annotation : annotations) {
        for (Element element : round.getElementsAnnotatedWith(annotation)) {
          kernel((ExecutableElement) element);
        }
      }
      return false;
    }

    /** The compiler's classes as the worker sees them. */
    private RemoteClasses classes() {
      ModelAnswers answers = new ModelAnswers(new CompilerClasses(processingEnv.getElementUtils()));
      return new RemoteClasses(
          question -> {
            try {
              return answers.answer(new DataInputStream(new ByteArrayInputStream(question)));
            } catch (IOException broken) {
              throw new UncheckedIOException(broken);
            }
          });
    }

    private void kernel(ExecutableElement written) {
      RemoteClasses classes = classes();
      ExecutableElement element = classes.method(MethodData.of(written));
      Element top = element.getEnclosingElement();
      while (top.getEnclosingElement() instanceof TypeElement outer) {
        top = outer;
      }
      String path = ((TypeElement) top).getQualifiedName().toString().replace('.', '/') + ".java";
      SourceText source =
          new SourceText(path.substring(path.lastIndexOf('/') + 1), files.get(path), -1);
      CompilationUnit unit = Syntax.parse(source, SourceVersion.latest());
      MethodDeclaration method = Syntax.find(unit, element, source);
      Diagnostics diagnostics = new Diagnostics();
      KernelDecl kernel =
          new DeclReader(Set.of("cpu", "cuda")).read(element, source, unit, method, diagnostics);
      if (kernel != null) {
        translate(kernel, classes, diagnostics);
      }
      findings.addAll(diagnostics.all());
    }

    private void translate(KernelDecl kernel, RemoteClasses classes, Diagnostics diagnostics) {
      Frontend frontend = new Frontend(classes);
      for (VariantDecl variant : kernel.variants()) {
        diagnostics.enterVariant(variant.row());
        Kernel translated = frontend.translate(kernel, variant, diagnostics);
        if (translated != null) {
          VerifyObserver.require("the front end", translated, Pipeline.AT_START);
          String suffix = kernel.variants().size() == 1 ? "" : "#" + variant.index();
          kernels.put(kernel.name() + suffix, translated);
          variants.put(kernel.name() + suffix, variant);
          declarations.put(kernel.name() + suffix, kernel);
        }
      }
    }
  }
}
