package dev.kiln.runtime.cuda;

import java.util.Arrays;

/** What is known of the driver's errors: what helps, and whether the context is lost. */
public enum DriverError {
  /** CUDA_ERROR_OUT_OF_MEMORY. */
  OUT_OF_MEMORY(2, Effect.LOCAL, "Close tensors that are not needed, or use smaller ones."),
  /** CUDA_ERROR_NO_DEVICE. */
  NO_DEVICE(100, Effect.LOCAL, "Make a GPU visible to this process (CUDA_VISIBLE_DEVICES)."),
  /** CUDA_ERROR_INVALID_IMAGE. */
  INVALID_IMAGE(200, Effect.LOCAL, "Compile the kernel's class again."),
  /** CUDA_ERROR_NO_BINARY_FOR_GPU. */
  NO_BINARY_FOR_GPU(
      209, Effect.LOCAL, "Name the GPU's architecture in -Akiln.targets and compile again."),
  /** CUDA_ERROR_ECC_UNCORRECTABLE. */
  ECC_UNCORRECTABLE(214, Effect.STICKY, "The GPU's memory is faulty; start the process again."),
  /** CUDA_ERROR_INVALID_PTX. */
  INVALID_PTX(218, Effect.LOCAL, "Compile the kernel's class again with this version of Kiln."),
  /** CUDA_ERROR_UNSUPPORTED_PTX_VERSION. */
  UNSUPPORTED_PTX_VERSION(
      222,
      Effect.LOCAL,
      "Install a newer NVIDIA driver, or compile where ptxas is found, so that the kernel has a"
          + " cubin too."),
  /** CUDA_ERROR_JIT_COMPILATION_DISABLED. */
  JIT_COMPILATION_DISABLED(
      223, Effect.LOCAL, "Unset CUDA_DISABLE_PTX_JIT, or compile where ptxas is found."),
  /** CUDA_ERROR_ILLEGAL_ADDRESS. */
  ILLEGAL_ADDRESS(700, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES. */
  LAUNCH_OUT_OF_RESOURCES(
      701, Effect.LOCAL, "Choose a variant with fewer threads, registers or smaller tiles."),
  /** CUDA_ERROR_LAUNCH_TIMEOUT. */
  LAUNCH_TIMEOUT(
      702,
      Effect.STICKY,
      "The kernel ran longer than a GPU with a display allows; split the work."),
  /** CUDA_ERROR_ASSERT. */
  ASSERT(710, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_HARDWARE_STACK_ERROR. */
  HARDWARE_STACK_ERROR(714, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_ILLEGAL_INSTRUCTION. */
  ILLEGAL_INSTRUCTION(715, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_MISALIGNED_ADDRESS. */
  MISALIGNED_ADDRESS(716, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_INVALID_ADDRESS_SPACE. */
  INVALID_ADDRESS_SPACE(717, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_INVALID_PC. */
  INVALID_PC(718, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_LAUNCH_FAILED. */
  LAUNCH_FAILED(719, Effect.STICKY, DriverError.FAULT),
  /** CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED. */
  STREAM_CAPTURE_UNSUPPORTED(
      900, Effect.LOCAL, "Do what is not a launch before or after the capture."),
  /** CUDA_ERROR_STREAM_CAPTURE_INVALIDATED. */
  STREAM_CAPTURE_INVALIDATED(
      901, Effect.LOCAL, "Do what is not a launch before or after the capture."),
  /** All others. */
  OTHER(-1, Effect.LOCAL, "");

  private static final String FAULT =
      "The context is lost: start the process again. compute-sanitizer shows the fault, and"
          + " CUDA_LAUNCH_BLOCKING=1 the launch that made it.";

  /** What an error leaves behind. */
  private enum Effect {
    /** The call did nothing. */
    LOCAL,
    /** Every later call fails too. */
    STICKY
  }

  private final int code;
  private final Effect effect;
  private final String cure;

  DriverError(int code, Effect effect, String cure) {
    this.code = code;
    this.effect = effect;
    this.cure = cure;
  }

  /** The error of a number. */
  public static DriverError of(int code) {
    return Arrays.stream(values()).filter(each -> each.code == code).findFirst().orElse(OTHER);
  }

  /** Its number. */
  public int code() {
    return code;
  }

  /** Whether the context is lost, so that every later call fails. */
  public boolean isSticky() {
    return effect == Effect.STICKY;
  }

  /** What helps, or nothing. */
  public String cure() {
    return cure;
  }
}
