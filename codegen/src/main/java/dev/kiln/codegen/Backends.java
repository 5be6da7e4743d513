package dev.kiln.codegen;

import dev.kiln.codegen.llvm.cpu.CpuBackend;
import dev.kiln.codegen.llvm.nvptx.CudaBackend;
import java.util.List;
import java.util.stream.Collectors;

/** All backends there are. */
public final class Backends {
  public static final List<Backend> ALL = List.of(CpuBackend.BACKEND, CudaBackend.BACKEND);

  private Backends() {}

  /** The backend of that name. */
  public static Backend forName(String name) {
    return ALL.stream()
        .filter(backend -> backend.name().equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  /** The target that prints as {@code name}, e.g. {@code cpu:x86-64-v3}. */
  public static Target target(String name) {
    return ALL.stream()
        .flatMap(backend -> backend.targets().stream())
        .filter(target -> target.toString().equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(noTarget(name)));
  }

  private static String noTarget(String name) {
    String names =
        ALL.stream()
            .flatMap(backend -> backend.targets().stream())
            .map(Target::toString)
            .collect(Collectors.joining(", "));
    return "there is no target %s; there are: %s".formatted(name, names);
  }

  private static String unknown(String name) {
    String names = ALL.stream().map(Backend::name).collect(Collectors.joining(", "));
    return "there is no backend %s; there are: %s".formatted(name, names);
  }
}
