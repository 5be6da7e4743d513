package dev.kiln.codegen.llvm.worker;

import java.util.ArrayList;
import java.util.List;

/**
 * What a child runs.
 *
 * @param mainClass a class whose {@code main} gives its arguments to a {@code WorkerLoop}
 * @param resources one of each jar or folder that it needs; the order is its class path
 * @param optional the same of what it can do without
 */
public record WorkerProgram(String mainClass, List<String> resources, List<String> optional) {
  private static final String LOOP = "dev/kiln/codegen/llvm/worker/child/WorkerLoop.class";
  private static final List<String> LIBRARIES =
      List.of(
          "org/bytedeco/javacpp/Loader.class",
          "org/bytedeco/javacpp/linux-x86_64/libjnijavacpp.so",
          "org/bytedeco/llvm/global/LLVM.class",
          "org/bytedeco/llvm/linux-x86_64/libLLVM.so");

  /** LLVM and nothing else. */
  public static final WorkerProgram LLVM =
      new WorkerProgram(
          "dev.kiln.codegen.llvm.worker.child.WorkerMain",
          and(List.of(LOOP), LIBRARIES),
          List.of());

  /** Copies the lists. */
  public WorkerProgram {
    resources = List.copyOf(resources);
    optional = List.copyOf(optional);
  }

  /** A program that has LLVM where it is there, and more. */
  public static WorkerProgram withLlvm(String mainClass, List<String> resources) {
    return new WorkerProgram(mainClass, and(List.of(LOOP), resources), LIBRARIES);
  }

  private static List<String> and(List<String> some, List<String> more) {
    var all = new ArrayList<String>(some);
    all.addAll(more);
    return all;
  }
}
