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
 * @param standard tags of those that the backend's bare name means
 * @param common the passes that all backends share
 * @param own this backend's passes; one of the same name replaces the common one, the others are
 *     run behind the common passes of their stage, in order
 * @param runtimes names of the runtimes that can load the artifact
 */
public record Backend(
    String name,
    List<Target> targets,
    List<String> standard,
    List<Pass> common,
    List<Pass> own,
    Emitter emitter,
    Finishing finishing,
    ArtifactKind artifact,
    List<String> runtimes) {
  public Backend {
    targets = List.copyOf(targets);
    standard = List.copyOf(standard);
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
    require(!standard.isEmpty(), name, "says not which targets its name means");
    require(tags.containsAll(standard), name, "has not all of the targets " + standard);
    var facts = EnumSet.noneOf(Fact.class);
    assemble(name, common, own).passes().forEach(pass -> facts.addAll(pass.gives()));
    require(facts.contains(Fact.LEGAL), name, "never makes its operations LEGAL");
  }

  /** The same backend for some of its targets. */
  public Backend only(List<Target> some) {
    List<String> tags = some.stream().map(Target::tag).toList();
    return new Backend(name, some, tags, common, own, emitter, finishing, artifact, runtimes);
  }

  /** The same backend, whose artifacts stay as the toolchain makes them. */
  public Backend unfinished() {
    return new Backend(
        name, targets, standard, common, own, emitter, Finishing.NONE, artifact, runtimes);
  }

  /** The targets that the backend's bare name means. */
  public List<Target> standardTargets() {
    return targets.stream().filter(target -> standard.contains(target.tag())).toList();
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
