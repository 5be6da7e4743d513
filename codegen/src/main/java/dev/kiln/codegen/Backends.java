package dev.kiln.codegen;

import dev.kiln.codegen.llvm.cpu.CpuBackend;
import dev.kiln.codegen.llvm.nvptx.CudaBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
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
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(noTarget(name)));
  }

  /** What may be asked for: the name of a backend, or of a target such as {@code cuda:sm_90a}. */
  public static SortedSet<String> names() {
    var names = new TreeSet<String>();
    for (Backend backend : ALL) {
      names.add(backend.name());
      backend.targets().forEach(target -> names.add(target.toString()));
    }
    return names;
  }

  /** The backends that {@code names} ask for, each for the targets that they ask for. */
  public static List<Backend> select(Collection<String> names) {
    var backends = new ArrayList<Backend>();
    for (Backend backend : ALL) {
      List<Target> targets =
          backend.targets().stream().filter(target -> isWanted(backend, target, names)).toList();
      if (!targets.isEmpty()) {
        backends.add(backend.only(targets));
      }
    }
    return backends;
  }

  private static boolean isWanted(Backend backend, Target target, Collection<String> names) {
    return names.contains(target.toString())
        || names.contains(backend.name()) && backend.standardTargets().contains(target);
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
