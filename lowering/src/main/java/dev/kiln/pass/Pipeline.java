package dev.kiln.pass;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Passes in order, checked when built: stages never go back, and every pass finds the facts that it
 * needs.
 */
public record Pipeline(String name, List<Pass> passes) {
  /** What holds of a kernel that the front end has just made. */
  public static final Set<Fact> AT_START = Set.of(Fact.TILE_OPS);

  public Pipeline {
    passes = List.copyOf(passes);
    var facts = EnumSet.copyOf(AT_START);
    Stage stage = Stage.CHECKED;
    for (Pass pass : passes) {
      if (pass.stage().compareTo(stage) < 0) {
        throw new IllegalArgumentException(
            "%s: %s of stage %s stands behind stage %s"
                .formatted(name, pass.name(), pass.stage(), stage));
      }
      if (!facts.containsAll(pass.needs())) {
        throw new IllegalArgumentException(
            "%s: %s needs %s but only %s hold"
                .formatted(name, pass.name(), new TreeSet<>(pass.needs()), facts));
      }
      stage = pass.stage();
      facts.removeAll(pass.ends());
      facts.addAll(pass.gives());
    }
  }

  /** One line a pass: stage, name, facts; the golden listing of a backend. */
  public String listing() {
    var text = new StringBuilder();
    for (Pass pass : passes) {
      text.append(
          "%-12s %-24s needs %s gives %s ends %s%n"
              .formatted(
                  pass.stage(),
                  pass.name(),
                  new TreeSet<>(pass.needs()),
                  new TreeSet<>(pass.gives()),
                  new TreeSet<>(pass.ends())));
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
