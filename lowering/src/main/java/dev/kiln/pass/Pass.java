package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import java.util.EnumSet;
import java.util.Set;

/**
 * One named step from kernel to kernel. A pass is a constant without state: {@code public static
 * final Pass PASS} of a class named by a verb phrase, whose kebab form is the name.
 *
 * @param about one sentence for listings
 * @param needs facts that must hold before
 * @param gives facts that hold after
 * @param ends facts that hold no longer after
 */
public record Pass(
    String name,
    Stage stage,
    String about,
    Set<Fact> needs,
    Set<Fact> gives,
    Set<Fact> ends,
    Transform run) {

  /** The work of a pass; returns the same object when nothing changed. */
  @FunctionalInterface
  public interface Transform {
    Kernel apply(Kernel kernel, Context context);
  }

  public Pass {
    needs = Set.copyOf(needs);
    gives = Set.copyOf(gives);
    ends = Set.copyOf(ends);
  }

  /** A pass that neither needs, gives nor ends anything yet; refine with the methods below. */
  public static Pass of(Class<?> where, Stage stage, String about, Transform run) {
    String name = where.getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-");
    return new Pass(
        name.toLowerCase(java.util.Locale.ROOT), stage, about, Set.of(), Set.of(), Set.of(), run);
  }

  public Pass needs(Fact... facts) {
    return new Pass(name, stage, about, setOf(facts), gives, ends, run);
  }

  public Pass gives(Fact... facts) {
    return new Pass(name, stage, about, needs, setOf(facts), ends, run);
  }

  public Pass ends(Fact... facts) {
    return new Pass(name, stage, about, needs, gives, setOf(facts), run);
  }

  /** The same pass, whose work is done by another transformation. */
  public Pass running(Transform other) {
    return new Pass(name, stage, about, needs, gives, ends, other);
  }

  private static Set<Fact> setOf(Fact... facts) {
    var set = EnumSet.noneOf(Fact.class);
    set.addAll(java.util.List.of(facts));
    return set;
  }
}
