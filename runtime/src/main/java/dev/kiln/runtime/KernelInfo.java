package dev.kiln.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the processor made of a kernel: its parameters, variants, binaries and the text of each
 * stage.
 */
public final class KernelInfo {

  private static final List<String> STAGES =
      List.of(
          "CHECKED",
          "CANONICAL",
          "SCHEDULED",
          "LAID_OUT",
          "LOWERED",
          "FLAT",
          "SYNCHRONISED",
          "EMITTABLE");

  /** The file that has the texts of all stages. */
  private static final String STAGE_TEXTS = "stages.zip";

  private final Resources resources;
  private final Manifest manifest;

  KernelInfo(Resources resources) {
    this.resources = resources;
    this.manifest = Manifest.read(resources);
  }

  /**
   * The kernel that a method of a class is.
   *
   * @throws UnprocessedKernelException if the processor did not run on the class
   */
  public static KernelInfo of(Class<?> owner, String method) {
    return new KernelInfo(Resources.of(owner, owner.getName(), method));
  }

  /** How a kernel uses a tensor. */
  public enum Access {
    /** It only reads elements. */
    READ,
    /** It only writes elements. */
    WRITE,
    /** It reads and writes elements. */
    READWRITE
  }

  /** A parameter that {@code launch} takes. */
  public sealed interface Parameter {

    /** The name in the source. */
    String name();
  }

  /**
   * A tensor.
   *
   * @param dtype the element type, for example {@code f16}
   * @param dims the names and fixed extents of {@code @Dims}, or nothing
   */
  public record TensorParameter(
      String name, String dtype, int rank, Access access, List<String> dims) implements Parameter {

    /** Copies the names. */
    public TensorParameter {
      dims = List.copyOf(dims);
    }
  }

  /**
   * A value.
   *
   * @param type the primitive type in Java, for example {@code float}
   */
  public record ScalarParameter(String name, String type) implements Parameter {}

  /**
   * A specialisation.
   *
   * @param index its row, which {@code launch(int, …)} takes
   * @param constants the values of the {@code @Const} parameters
   * @param targets the targets it was compiled for
   * @param resources what it uses, for example {@code v3.scratchBytes}
   */
  public record Variant(
      int index, Map<String, String> constants, List<String> targets, Map<String, Long> resources) {

    /** Copies the lists; the constants keep their order. */
    public Variant {
      constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
      targets = List.copyOf(targets);
      resources = Map.copyOf(resources);
    }
  }

  /** The binary name of the class and the name of the method. */
  public String kernel() {
    return resources.kernel();
  }

  /** The binary name of the generated class that launches it. */
  public String launcher() {
    return manifest.launcher();
  }

  /** The parameters of {@code launch}, in order. */
  public List<Parameter> parameters() {
    return manifest.parameters();
  }

  /** The specialisations, in the order of their rows. */
  public List<Variant> variants() {
    return manifest.variants();
  }

  /** The targets there are binaries for, with the names of the files that hold them. */
  public Map<String, String> artifacts() {
    return manifest.artifacts();
  }

  /** The stages of a variant's compilation for a target that have a text, in order. */
  public List<String> stages(int variant, String target) {
    Map<String, String> texts = resources.texts(STAGE_TEXTS);
    return STAGES.stream()
        .filter(stage -> texts.containsKey(stageText(variant, target, stage)))
        .toList();
  }

  /**
   * The IR after a stage, for example {@code text(0, "cpu", "LOWERED")}.
   *
   * @throws IllegalArgumentException if there is no such text
   */
  public String text(int variant, String target, String stage) {
    return required(
        resources.texts(STAGE_TEXTS).get(stageText(variant, target, stage)),
        "stage %s of variant %d for %s".formatted(stage, variant, target));
  }

  /**
   * The tile IR of a variant, which all targets start from.
   *
   * @throws IllegalArgumentException if there is no such variant
   */
  public String tileText(int variant) {
    return required(resources.text("tile." + variant + ".ir"), "tile IR of variant " + variant);
  }

  private String required(@Nullable String text, String what) {
    if (text == null) {
      throw new IllegalArgumentException("Kernel %s has no %s.".formatted(kernel(), what));
    }
    return text;
  }

  private static String stageText(int variant, String target, String stage) {
    return variant + "/" + target + "/" + stage + ".ir";
  }

  /** What is thrown when this kernel has stopped at the place of a number, from 1. */
  KernelTrapException trap(int number) {
    return new KernelTrapException(kernel(), manifest.traps().get(number - 1));
  }

  Manifest manifest() {
    return manifest;
  }

  Resources resources() {
    return resources;
  }

  /** The kernel, its parameters and its variants. */
  @Override
  public String toString() {
    return kernel() + parameters() + variants();
  }
}
