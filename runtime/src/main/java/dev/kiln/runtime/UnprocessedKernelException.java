package dev.kiln.runtime;

/** A kernel without binaries, because Kiln's annotation processor did not run on its class. */
public final class UnprocessedKernelException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  UnprocessedKernelException(String kernel) {
    super(
        ("Kernel %s was not compiled: name dev.kiln:kiln-processor in the annotationProcessorPaths"
                + " of maven-compiler-plugin (in Gradle as annotationProcessor) and compile its"
                + " class again.")
            .formatted(kernel));
  }
}
