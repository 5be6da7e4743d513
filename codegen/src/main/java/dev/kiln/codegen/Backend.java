package dev.kiln.codegen;

import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Pipeline;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that the compiler knows about one family of targets. Self-validating: a backend whose
 * pipeline does not assemble cannot be made.
 *
 * @param targets the architectures that it makes code for, at least one
 * @param common the passes that all backends share
 * @param own this backend's passes; one of the same name replaces the common one, the others are
 *     run behind the common passes of their stage, in order
 * @param runtimes names of the runtimes that can load the artifact
 */
public record Backend(
    String name,
    List<Target> targets,
    List<Pass> common,
    List<Pass> own,
    Emitter emitter,
    ArtifactKind artifact,
    List<String> runtimes) {
  public Backend {
    targets = List.copyOf(targets);
    common = List.copyOf(common);
    own = List.copyOf(own);
    runtimes = List.copyOf(runtimes);
    require(!targets.isEmpty(), name, "has no target");
    require(!runtimes.isEmpty(), name, "has no runtime that can load it");
    var tags = new HashSet<String>();
    for (Target target : targets) {
      require(target.backend().equals(name), name, "does not own " + target);
      require(tags.add(target.tag()), name, "has two targets with the tag " + target.tag());
    }
    var facts = EnumSet.noneOf(Fact.class);
    assemble(name, common, own).passes().forEach(pass -> facts.addAll(pass.gives()));
    require(facts.contains(Fact.LEGAL), name, "never makes its operations LEGAL");
  }

  /** The passes in the order in which they run. */
  public Pipeline pipeline() {
    return assemble(name, common, own);
  }

  private static Pipeline assemble(String name, List<Pass> common, List<Pass> own) {
    var passes = new ArrayList<Pass>();
    for (Stage stage : Stage.values()) {
      common.stream()
          .map(
              pass -> own.stream().filter(p -> p.name().equals(pass.name())).findAny().orElse(pass))
          .filter(pass -> pass.stage() == stage)
          .forEach(passes::add);
      extras(common, own).filter(pass -> pass.stage() == stage).forEach(passes::add);
    }
    return new Pipeline(name, passes);
  }

  private static Stream<Pass> extras(List<Pass> common, List<Pass> own) {
    return own.stream()
        .filter(pass -> common.stream().noneMatch(c -> c.name().equals(pass.name())));
  }

  private static void require(boolean condition, String name, String sentence) {
    if (!condition) {
      throw new IllegalArgumentException("backend " + name + " " + sentence);
    }
  }
}
