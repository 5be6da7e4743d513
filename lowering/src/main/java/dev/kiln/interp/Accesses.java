package dev.kiln.interp;

import dev.kiln.ir.Op;
import dev.kiln.ir.text.Printer;
import org.jspecify.annotations.Nullable;

/**
 * Which threads of a block have accessed which place of a memory, to find two that do so in no
 * order, one of them writing. Two atomic updates may, and two runs of one {@code Store} that write
 * the same bits: threads that hold the same element of a fragment all store it. Whoever reads it
 * needs a barrier even so.
 */
final class Accesses {
  /** The kinds of accesses. */
  enum Kind {
    READ("reads"),
    WRITE("writes"),
    UPDATE("updates");

    private final String verb;

    Kind(String verb) {
      this.verb = verb;
    }
  }

  /** One access, and those before it that are in no order with it, nor with each other. */
  private record Access(Op op, Kind kind, int thread, int time, @Nullable Access next) {}

  private final int granule;
  private final @Nullable Access[] reads;
  private final @Nullable Access[] writes;

  /**
   * @param bytes of the memory
   * @param granule bytes that are always accessed together
   */
  Accesses(int bytes, int granule) {
    this.granule = granule;
    this.reads = new Access[Math.ceilDiv(bytes, granule)];
    this.writes = new Access[Math.ceilDiv(bytes, granule)];
  }

  /**
   * A load of {@code bytes} from {@code start} on.
   *
   * @return the race with an atomic update that it is, if it is one
   * @throws RaceException where another thread stores to them, in no order with this one
   */
  @Nullable RaceException read(Op op, Clock clock, int start, int bytes) {
    RaceException found = null;
    for (int at = start / granule; at * granule < start + bytes; at++) {
      Access other = other(Kind.READ, clock, writes[at], null);
      if (other != null && other.kind() == Kind.WRITE) {
        throw race(op, Kind.READ, clock, other);
      }
      found = other == null ? found : race(op, Kind.READ, clock, other);
      reads[at] = with(reads[at], op, Kind.READ, clock);
    }
    return found;
  }

  /** Takes back what this thread has read: it was an attempt. */
  void forgetRead(Clock clock, int start, int bytes) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      reads[at] = without(reads[at], Kind.READ, clock);
    }
  }

  /**
   * A store to {@code bytes} from {@code start} on.
   *
   * @param isSame whether it leaves the bytes as they are
   * @throws RaceException where another thread accesses them, in no order with this one
   */
  void write(Op op, Clock clock, int start, int bytes, boolean isSame) {
    change(op, Kind.WRITE, clock, new Range(start, bytes), isSame ? op : null);
  }

  /** An atomic update; fails as {@link #write} does. */
  void update(Op op, Clock clock, int start, int bytes) {
    change(op, Kind.UPDATE, clock, new Range(start, bytes), null);
  }

  private record Range(int start, int bytes) {}

  private void change(Op op, Kind kind, Clock clock, Range range, @Nullable Op equal) {
    for (int at = range.start() / granule; at * granule < range.start() + range.bytes(); at++) {
      Access other = other(kind, clock, reads[at], null);
      other = other == null ? other(kind, clock, writes[at], equal) : other;
      if (other != null) {
        throw race(op, kind, clock, other);
      }
      writes[at] = with(writes[at], op, kind, clock);
    }
  }

  /**
   * One of {@code accesses} that races with an access of {@code kind}; a store above an update.
   *
   * @param equal the store that stores what the others of it have stored
   */
  private static @Nullable Access other(
      Kind kind, Clock clock, @Nullable Access accesses, @Nullable Op equal) {
    Access found = null;
    for (Access other = accesses; other != null; other = other.next()) {
      boolean isOrdered =
          other.thread() == clock.thread() || clock.knows(other.thread(), other.time());
      boolean isAllowed =
          isOrdered
              || kind == Kind.UPDATE && other.kind() == Kind.UPDATE
              || other.op().equals(equal);
      if (!isAllowed && (found == null || other.kind() == Kind.WRITE)) {
        found = other;
      }
    }
    return found;
  }

  private static RaceException race(Op op, Kind kind, Clock clock, Access other) {
    return new RaceException(
        op,
        "Thread %s %s what thread %s %s at %s [%s], and nothing puts one before the other."
            .formatted(
                clock.thread(),
                kind.verb,
                other.thread(),
                other.kind().verb,
                other.op().loc(),
                Printer.print(other.op())));
  }

  /** Those of {@code others} that are in no order with the access, and the access. */
  private static Access with(@Nullable Access others, Op op, Kind kind, Clock clock) {
    return new Access(op, kind, clock.thread(), clock.now(), without(others, kind, clock));
  }

  /** Those of {@code others} that an access of {@code kind} does not make superfluous. */
  private static @Nullable Access without(@Nullable Access others, Kind kind, Clock clock) {
    Access kept = null;
    for (Access other = others; other != null; other = other.next()) {
      boolean isCovered =
          other.thread() == clock.thread()
              ? other.kind() == kind || kind == Kind.WRITE
              : clock.knows(other.thread(), other.time());
      if (!isCovered) {
        kept = new Access(other.op(), other.kind(), other.thread(), other.time(), kept);
      }
    }
    return kept;
  }
}
