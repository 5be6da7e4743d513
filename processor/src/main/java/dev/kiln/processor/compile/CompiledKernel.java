package dev.kiln.processor.compile;

import dev.kiln.ir.Kernel;
import java.util.List;
import java.util.SortedMap;

/**
 * What all backends made of one kernel.
 *
 * @param variants in the order of their numbers
 * @param traps places at which a launch may end, by the number it returns
 * @param artifacts one a name
 */
public record CompiledKernel(List<Variant> variants, List<String> traps, List<Artifact> artifacts) {
  /** Copies the lists. */
  public CompiledKernel {
    variants = List.copyOf(variants);
    traps = List.copyOf(traps);
    artifacts = List.copyOf(artifacts);
  }

  /**
   * One variant.
   *
   * @param constants as {@code bm=128,bn=64}, without blanks
   * @param backends names of those that made code for it
   * @param properties what the runtime has to know, as {@code v3.scratchBytes}
   * @param tile its checked IR
   * @param stages IR to be embedded, by {@code <target>/<stage>}
   */
  public record Variant(
      int index,
      String constants,
      List<String> backends,
      SortedMap<String, String> properties,
      Kernel tile,
      SortedMap<String, Kernel> stages) {

    /** What the symbols of its entry points begin with; a target's tag follows. */
    String symbol() {
      return "kiln_k" + index + "_";
    }
  }

  /**
   * Code that a runtime loads.
   *
   * @param name what the manifest calls it
   * @param file its name among the kernel's resources
   */
  public record Artifact(String name, String file, byte[] bytes) {}
}
