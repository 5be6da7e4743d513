package dev.kiln.lang;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Who touched which byte among actors that must not depend on each other: the blocks of a grid, or
 * the iterations of one {@code parallel}.
 *
 * <p>For each element and kind of access it keeps the first two different actors, which is enough
 * to find one that is not the present one. Elements are told apart by address, so tensors that
 * share memory are seen as one.
 */
final class Shadow {

  /** How an element is touched; two additions by different actors do not conflict. */
  enum Access {
    READ("reads", "read"),
    WRITE("writes", "wrote"),
    ADD("adds to", "added to");

    private final String now;
    private final String before;

    Access(String now, String before) {
      this.now = now;
      this.before = before;
    }

    boolean conflictsWith(Access other) {
      return this == WRITE || other == WRITE || this != other;
    }
  }

  /** How the number of an actor follows from its indices. */
  enum Order {
    FIRST_FASTEST,
    LAST_FASTEST
  }

  private static final Access[] ACCESSES = Access.values();
  private static final int PAGE_BITS = 10;
  private static final int PAGE = 1 << PAGE_BITS;

  private final String actorWord;
  private final int[] extents;
  private final Order order;
  private final IdentityHashMap<Object, Map<Long, Page>> pages = new IdentityHashMap<>();

  /** The present actor's number plus one. */
  private int actor;

  Shadow(String actorWord, int[] extents, Order order) {
    this.actorWord = actorWord;
    this.extents = extents;
    this.order = order;
  }

  void become(long linear) {
    actor = (int) linear + 1;
  }

  void next() {
    actor++;
  }

  void see(Access access, Tensor<?> tensor, long offset) {
    MemorySegment segment = tensor.memory.host();
    long address = segment.address() + offset;
    Object base = segment.heapBase().orElse(Shadow.class);
    Page page =
        pages
            .computeIfAbsent(base, key -> new HashMap<>())
            .computeIfAbsent(address >> PAGE_BITS, key -> new Page());
    int at = (int) (address & (PAGE - 1));
    for (Access before : ACCESSES) {
      if (access.conflictsWith(before)) {
        int other = page.of(before).other(at, actor);
        if (other != 0) {
          throw race(before, other, access, tensor, offset);
        }
      }
    }
    page.of(access).note(at, actor);
  }

  private ReferenceException race(
      Access before, int other, Access access, Tensor<?> tensor, long offset) {
    return new ReferenceException(
        Reference.Mode.RACE,
        "Race on element %s of %s: %s %s it, %s %s it."
            .formatted(
                tensor.indexText(offset),
                tensor.describe(),
                name(other),
                before.before,
                name(actor),
                access.now));
  }

  private String name(int number) {
    var index = new int[extents.length];
    int rest = number - 1;
    for (int i = 0; i < extents.length; i++) {
      int axis = order == Order.FIRST_FASTEST ? i : extents.length - 1 - i;
      index[axis] = rest % extents[axis];
      rest /= extents[axis];
    }
    return actorWord + " " + Dimensions.text(index);
  }

  /** The actors of a run of bytes. */
  private static final class Page {

    private final Map<Access, Slots> slots = new EnumMap<>(Access.class);

    Page() {
      for (Access access : ACCESSES) {
        slots.put(access, new Slots());
      }
    }

    Slots of(Access access) {
      return Objects.requireNonNull(slots.get(access));
    }
  }

  /** The first two actors that made one kind of access to each byte, 0 where there is none. */
  private static final class Slots {

    private final int[] first = new int[PAGE];
    private final int[] second = new int[PAGE];

    /** An actor other than the given one, or 0. */
    int other(int at, int actor) {
      return first[at] == actor ? second[at] : first[at];
    }

    void note(int at, int actor) {
      if (first[at] == 0) {
        first[at] = actor;
      } else if (first[at] != actor) {
        second[at] = actor;
      }
    }
  }
}
