package dev.kiln.testkit.arch;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The arrows between packages: who may see whom. A layer is a package with all below it. */
final class Layers {
  private static final Set<String> IR = Set.of("dev.kiln.ir", "dev.kiln.layout");
  private static final Set<String> TEXT =
      Set.of("dev.kiln.ir", "dev.kiln.layout", "dev.kiln.ir.text");
  private static final Set<String> PASSES =
      Set.of("dev.kiln.ir", "dev.kiln.layout", "dev.kiln.analysis", "dev.kiln.pass");
  private static final Set<String> LOWERING =
      Set.of(
          "dev.kiln.ir",
          "dev.kiln.ir.text",
          "dev.kiln.ir.check",
          "dev.kiln.interp",
          "dev.kiln.layout",
          "dev.kiln.analysis",
          "dev.kiln.pass",
          "dev.kiln.lower");

  /** What each layer may see besides itself. A package in none of them is a finding. */
  private static final Map<String, Set<String>> MAY_SEE =
      Map.ofEntries(
          Map.entry("dev.kiln.lang", Set.of()),
          Map.entry("dev.kiln.layout", Set.of()),
          Map.entry("dev.kiln.ir", Set.of("dev.kiln.layout")),
          Map.entry("dev.kiln.ir.text", IR),
          Map.entry("dev.kiln.ir.check", TEXT),
          Map.entry("dev.kiln.interp", TEXT),
          Map.entry("dev.kiln.analysis", IR),
          Map.entry("dev.kiln.pass", and(TEXT, "dev.kiln.ir.check")),
          Map.entry("dev.kiln.lower", PASSES),
          Map.entry("dev.kiln.codegen", LOWERING),
          Map.entry("dev.kiln.processor", and(LOWERING, "dev.kiln.codegen", "dev.kiln.lang")),
          Map.entry("dev.kiln.runtime", Set.of("dev.kiln.lang")),
          Map.entry("dev.kiln.examples", Set.of("dev.kiln.lang", "dev.kiln.runtime")));

  private Layers() {}

  /** Arrows that point where they may not, one line a pair of classes. */
  static List<String> wrongArrows(Iterable<JavaClass> classes) {
    var findings = new TreeSet<String>();
    for (JavaClass type : classes) {
      String from = layer(type.getPackageName());
      if (from == null) {
        findings.add(type.getPackageName() + " is in no layer");
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String to = layer(target.getPackageName());
        boolean ours = target.getPackageName().startsWith("dev.kiln");
        if (ours && !from.equals(to) && !MAY_SEE.getOrDefault(from, Set.of()).contains(to)) {
          findings.add("%s may not see %s".formatted(type.getName(), target.getName()));
        }
      }
    }
    return List.copyOf(findings);
  }

  private static @Nullable String layer(String packageName) {
    return MAY_SEE.keySet().stream()
        .filter(layer -> packageName.equals(layer) || packageName.startsWith(layer + "."))
        .max(Comparator.comparingInt(String::length))
        .orElse(null);
  }

  private static Set<String> and(Set<String> some, String... more) {
    var all = new TreeSet<>(some);
    all.addAll(List.of(more));
    return all;
  }
}
