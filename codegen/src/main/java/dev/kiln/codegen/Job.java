package dev.kiln.codegen;

/**
 * Text that the toolchain has still to turn into an artifact.
 *
 * @param artifact file name of what comes out, e.g. {@code cpu-linux-x86_64.so}
 * @param text LLVM IR
 */
public record Job(String artifact, ArtifactKind kind, String triple, String text) {}
