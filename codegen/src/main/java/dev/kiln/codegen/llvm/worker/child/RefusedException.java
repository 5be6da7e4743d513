package dev.kiln.codegen.llvm.worker.child;

/**
 * A request that LLVM, the linker or our own checks will not do; the message is what the client is
 * told.
 */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
