package dev.kiln.lang;

import java.util.EnumSet;
import java.util.Set;

/**
 * How kernels that are called directly run: which faults are looked for, and in what order blocks
 * run.
 *
 * <pre>{@code
 * Reference.with(Mode.RACE, Mode.POISON).seed(42).run(() -> Gemm.gemmRelu(a, b, c, 64, 64, 32, 2));
 * }</pre>
 *
 * <p>Without it no mode is on, unless {@code -Dkiln.reference=race,poison,bounds,shuffle} and
 * {@code -Dkiln.reference.seed=…} say so. A fault is a {@link ReferenceException} thrown where it
 * happens.
 *
 * @param modes the modes that are on
 * @param seed what {@link Mode#SHUFFLE} draws the order of the blocks from
 */
public record Reference(Set<Mode> modes, long seed) {

  private static final ScopedValue<Reference> CURRENT = ScopedValue.newInstance();

  /** Copies the set. */
  public Reference {
    modes = Set.copyOf(modes);
  }

  /** One thing that a direct run can do beyond computing. */
  public enum Mode {
    /**
     * Refuses that two iterations of a {@code parallel}, or two blocks, touch one element and one
     * of them writes it other than by {@code atomicAdd} on both sides.
     */
    RACE,
    /** Refuses to read an element of an on-chip tile that nothing wrote. */
    POISON,
    /** Refuses to get, set or add to an element outside of a tensor. */
    BOUNDS,
    /** Runs the blocks in an order drawn from the seed. */
    SHUFFLE
  }

  /** A run with these modes and seed 0. */
  public static Reference with(Mode... modes) {
    var set = EnumSet.noneOf(Mode.class);
    set.addAll(Set.of(modes));
    return new Reference(set, 0);
  }

  /** A run with every mode and seed 0. */
  public static Reference strict() {
    return with(Mode.values());
  }

  /** The same, with blocks shuffled by this seed. */
  public Reference seed(long newSeed) {
    var set = EnumSet.of(Mode.SHUFFLE);
    set.addAll(modes);
    return new Reference(set, newSeed);
  }

  /** Runs code that calls kernels directly; kernels of other threads are not concerned. */
  public void run(Runnable code) {
    boolean watches = modes.stream().anyMatch(mode -> mode != Mode.SHUFFLE);
    ScopedValue.where(CURRENT, this).run(watches ? () -> Watch.whileOn(code) : code);
  }

  static Reference current() {
    return CURRENT.isBound() ? CURRENT.get() : Settings.READ.reference();
  }
}
