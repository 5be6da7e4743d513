package dev.kiln.codegen.llvm.worker;

/** LLVM and its linker, wherever they are. */
@FunctionalInterface
public interface Llvm {
  /** The service of the child that answers requests. */
  String SERVICE = "llvm";

  /** Sends a request off; several may be under way. */
  Promise submit(Request request) throws WorkerException;

  /** A request on its way. */
  @FunctionalInterface
  interface Promise {
    /** Waits for the product. */
    byte[] await() throws WorkerException;
  }
}
