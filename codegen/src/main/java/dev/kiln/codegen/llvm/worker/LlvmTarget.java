package dev.kiln.codegen.llvm.worker;

/**
 * The machine that a module is compiled for, in LLVM's words.
 *
 * <p>Functions with a {@code target-cpu} attribute of their own override {@code cpu} and {@code
 * features}.
 *
 * @param triple the target triple
 * @param cpu the processor's name, one that the worker knows; LLVM itself ignores unknown names
 * @param features comma separated {@code +feature} and {@code -feature}, or empty
 */
public record LlvmTarget(String triple, String cpu, String features) {
  /** Linux on x86-64 at its oldest supported level; functions raise it by their attributes. */
  public static final LlvmTarget X86_64_LINUX =
      new LlvmTarget("x86_64-unknown-linux-gnu", "x86-64-v2", "");

  /**
   * Returns the NVPTX machine of an architecture such as {@code sm_90a} at a PTX version such as
   * {@code 80}.
   */
  public static LlvmTarget nvptx(String architecture, int ptxVersion) {
    return new LlvmTarget("nvptx64-nvidia-cuda", architecture, "+ptx" + ptxVersion);
  }
}
