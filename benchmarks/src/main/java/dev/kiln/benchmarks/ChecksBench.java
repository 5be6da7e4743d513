package dev.kiln.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What a kernel costs a warm compiler until all that is wrong with it is known: the front end and
 * the checks, with the way to the worker and back, and without code generation. Each kernel has a
 * mistake that the last of the checks finds, and so nothing is made of it.
 *
 * <p>javac runs in this process, as in a build daemon or an IDE, over and over on one class.
 */
final class ChecksBench {
  private static final int KERNELS = 20;
  private static final int WARM_UP = 30;
  private static final int TURNS = 15;
  private static final double MOST_MILLIS = 20;

  /** Like the other, the peer makes no class files. */
  private static final List<String> NEITHER =
      List.of("-proc:none", "-XDshould-stop.ifNoError=PROCESS");

  /** Without it, a product is added to what nothing wrote. */
  private static final String INITIAL = "clear(acc);";

  private final Report report;
  private final String processorPath;
  private final String classPath;

  /**
   * @param processorPath what {@code annotationProcessorPaths} resolves to
   * @param classPath annotations and runtime
   */
  ChecksBench(Report report, String processorPath, String classPath) {
    this.report = report;
    this.processorPath = processorPath;
    this.classPath = classPath;
  }

  void run() throws IOException {
    Path folder = Files.createTempDirectory("kiln-bench");
    try (var processors = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
      Path source = folder.resolve("Many.java");
      Files.writeString(source, JavacBench.source(KERNELS).replace(INITIAL, ""));
      Duel duel =
          Duel.run(
              WARM_UP,
              TURNS,
              () -> compile(folder, source, List.of(), List.of(processor(processors)), KERNELS),
              () -> compile(folder, source, NEITHER, List.of(), 0));
      double millis = (duel.ours() - duel.peer()) * 1000 / KERNELS;
      report.add(Row.cost("javac, checks of a kernel, warm", millis, MOST_MILLIS, "ms"));
    } finally {
      JavacBench.delete(folder);
    }
  }

  private URL[] urls() throws MalformedURLException {
    var urls = new ArrayList<URL>();
    for (String entry : processorPath.split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  private static Processor processor(ClassLoader loader) {
    try {
      return (Processor)
          loader
              .loadClass("dev.kiln.processor.KilnProcessor")
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param mistakes how many errors there are
   */
  private void compile(
      Path folder, Path source, List<String> options, List<Processor> processors, int mistakes) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    var all = new ArrayList<>(options);
    all.addAll(List.of("-d", folder.toString(), "-cp", classPath));
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      var found = new DiagnosticCollector<JavaFileObject>();
      var task = javac.getTask(null, files, found, all, null, files.getJavaFileObjects(source));
      task.setProcessors(processors);
      task.call();
      long errors =
          found.getDiagnostics().stream()
              .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
              .count();
      if (errors != mistakes) {
        throw new IllegalStateException(mistakes + " errors expected: " + found.getDiagnostics());
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
