package dev.kiln.codegen;

import java.util.List;

/**
 * Text that the toolchain has still to turn into an artifact.
 *
 * @param name what the manifest calls the artifact, e.g. {@code cpu} or {@code cuda-sm_90a}
 * @param artifact file name of what comes out, e.g. {@code cpu-linux-x86_64.so}
 * @param triple LLVM's name of the machine
 * @param processor LLVM's name of its oldest processor, e.g. {@code x86-64-v2} or {@code sm_90a}
 * @param features what else the processor has, e.g. {@code +ptx80}; empty for nothing
 * @param modules LLVM IR, one text a module; all become the one artifact
 */
public record Job(
    String name,
    String artifact,
    ArtifactKind kind,
    String triple,
    String processor,
    String features,
    List<String> modules) {
  public Job {
    modules = List.copyOf(modules);
  }
}
