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
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What a kernel costs a warm compiler until all that is wrong with it is known: the front end and
 * the checks, with the way to the worker and back, and without code generation.
 *
 * <p>javac runs in this process, as in a build daemon or an IDE, over and over on one class.
 */
final class ChecksBench {
  private static final int KERNELS = 20;
  private static final int WARM_UP = 30;
  private static final int TURNS = 15;
  private static final double MOST_MILLIS = 20;

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
      Files.writeString(source, JavacBench.source(KERNELS));
      List<String> checking =
          List.of("-Akiln.stop=CHECKED", "-Akiln.dump=" + folder.resolve("dump"));
      Duel duel =
          Duel.run(
              WARM_UP,
              TURNS,
              () -> compile(folder, source, checking, List.of(processor(processors))),
              () -> compile(folder, source, List.of("-proc:none"), List.of()));
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

  private void compile(Path folder, Path source, List<String> options, List<Processor> processors) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    var all = new ArrayList<>(options);
    all.addAll(List.of("-d", folder.toString(), "-cp", classPath));
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      var task =
          javac.getTask(null, files, found -> {}, all, null, files.getJavaFileObjects(source));
      task.setProcessors(processors);
      if (!task.call()) {
        throw new IllegalStateException("javac failed on " + source);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
