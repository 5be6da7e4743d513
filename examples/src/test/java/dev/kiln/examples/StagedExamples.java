package dev.kiln.examples;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The examples with stages, compiled anew with a variant for each number of stages and tiles that
 * are small, so that there are more rounds than stages.
 *
 * @param loader finds their launchers
 */
record StagedExamples(ClassLoader loader) {
  static final int MOST_STAGES = 4;

  /** Those on the class path if they were compiled ahead; else they are compiled into a folder. */
  static StagedExamples aheadOrIn(Path folder) throws IOException {
    ClassLoader own = StagedExamples.class.getClassLoader();
    if (own.getResource(Recompiled.PACKAGE + "/GemmReluKernel.class") != null) {
      return new StagedExamples(own);
    }
    compile(folder, "cpu");
    return new StagedExamples(
        new URLClassLoader(new URL[] {folder.resolve("classes").toUri().toURL()}, own));
  }

  /**
   * Compiles them ahead, into {@code classes} within a folder.
   *
   * @param arguments the folder, and targets as the processor takes them
   */
  public static void main(String[] arguments) throws IOException {
    compile(Files.createDirectories(Path.of(arguments[0])), arguments[1]);
  }

  private static void compile(Path folder, String targets) throws IOException {
    Recompiled.examples(folder, List.of("Gemm", "Attention"), StagedExamples::rows, targets);
  }

  /** A row for each number of stages, made from an example's own. */
  private static List<String> rows(String row) {
    return IntStream.rangeClosed(1, MOST_STAGES)
        .mapToObj(
            stages ->
                row.replaceAll("(b[mnk])=[0-9]+", "$1=32")
                    .replaceAll("stages=[0-9]+", "stages=" + stages))
        .toList();
  }

  /** The method that launches a variant. */
  Method launch(String launcher) throws ReflectiveOperationException {
    return Arrays.stream(loader.loadClass(Recompiled.PACKAGE + "." + launcher).getMethods())
        .filter(method -> method.getName().equals("launch"))
        .filter(method -> method.getParameterTypes()[0] == int.class)
        .findFirst()
        .orElseThrow();
  }
}
