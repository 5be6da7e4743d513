package dev.kiln.lower.synchronised;

import java.util.HashSet;
import java.util.Set;

/**
 * What threads have done that others may not see yet.
 *
 * @param open accesses that no barrier has followed
 * @param unpublished writes that are not yet for what runs beside the threads
 */
record Pending(Set<BlockAccess> open, Set<BlockAccess> unpublished) {
  Pending() {
    this(new HashSet<>(), new HashSet<>());
  }

  Pending copy() {
    return new Pending(new HashSet<>(open), new HashSet<>(unpublished));
  }

  /** Adds what is pending on another way here; whether that is more. */
  boolean join(Pending other) {
    boolean isMoreOpen = open.addAll(other.open);
    return unpublished.addAll(other.unpublished) || isMoreOpen;
  }

  void add(Set<BlockAccess> accesses) {
    open.addAll(accesses);
    accesses.stream().filter(BlockAccess::isOfThreads).forEach(unpublished::add);
  }

  /** Whether a barrier has to stand before {@code accesses}. */
  boolean needsBarrier(Set<BlockAccess> accesses) {
    return meet(open, accesses) || needsPublishing(accesses);
  }

  /** Whether what runs beside the threads is to read what they wrote. */
  boolean needsPublishing(Set<BlockAccess> accesses) {
    var beside = new HashSet<>(accesses);
    beside.removeIf(access -> !access.isBeside());
    return meet(unpublished, beside);
  }

  private static boolean meet(Set<BlockAccess> before, Set<BlockAccess> now) {
    return now.stream().anyMatch(access -> before.stream().anyMatch(access::meets));
  }
}
