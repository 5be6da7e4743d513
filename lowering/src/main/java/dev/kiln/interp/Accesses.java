package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.text.Printer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which threads of a block, and what runs beside them, have accessed which place of a memory, to
 * find two that do so in no order, one of them writing. Two atomic updates may, and two runs of one
 * {@code Store} that write the same bits: threads that hold the same element of a fragment all
 * store it. Whoever reads it needs a barrier even so.
 */
final class Accesses implements Ledger {
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
  private record Access(Op op, Kind kind, int actor, int time, @Nullable Access next) {
    boolean isBesideThreads() {
      return op instanceof LowOp.CopyBox || op instanceof LowOp.MultiplyWarpgroup;
    }

    String subject() {
      return switch (op) {
        case LowOp.CopyBox _ -> "a copy";
        case LowOp.MultiplyWarpgroup _ -> "a product";
        case LowOp _, TileOp _ -> "thread " + actor;
      };
    }

    String place() {
      return "%s [%s]".formatted(op.loc(), Printer.print(op));
    }
  }

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
   * @throws RaceException where another actor stores to them, in no order with this one
   */
  @Nullable RaceException read(Op op, Actor actor, int start, int bytes) {
    RaceException found = null;
    for (int at = start / granule; at * granule < start + bytes; at++) {
      Access other = other(Kind.READ, actor, writes[at], null);
      if (other != null && other.kind() == Kind.WRITE) {
        throw race(op, Kind.READ, actor, other);
      }
      found = other == null ? found : race(op, Kind.READ, actor, other);
      reads[at] = with(reads[at], op, Kind.READ, actor);
    }
    return found;
  }

  /**
   * What threads wrote to {@code bytes} from {@code start} on has to be seen beside them.
   *
   * @throws InterpreterException where a thread has not published it
   */
  void requirePublished(Op op, Moment moment, int start, int bytes) {
    requireSeen(op, start, bytes, write -> moment.sees(write.actor(), write.time()));
  }

  /** Nothing that a thread of this block wrote is seen beside the threads. */
  void requireOfEarlierBlocks(Op op, Moment moment, int start, int bytes) {
    requireSeen(op, start, bytes, write -> write.time() <= moment.history().before());
  }

  private void requireSeen(Op op, int start, int bytes, Predicate<Access> isSeen) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      for (Access write = writes[at]; write != null; write = write.next()) {
        if (!write.isBesideThreads() && !isSeen.test(write)) {
          throw new InterpreterException(
              op,
              "It does not see what %s writes at %s: that thread has not published it."
                  .formatted(write.subject(), write.place()));
        }
      }
    }
  }

  /** Takes back what this thread has read: it was an attempt. */
  void forgetRead(Actor actor, int start, int bytes) {
    for (int at = start / granule; at * granule < start + bytes; at++) {
      reads[at] = without(reads[at], Kind.READ, actor);
    }
  }

  /**
   * A store to {@code bytes} from {@code start} on.
   *
   * @param isSame whether it leaves the bytes as they are
   * @throws RaceException where another actor accesses them, in no order with this one
   */
  void write(Op op, Actor actor, int start, int bytes, boolean isSame) {
    change(op, Kind.WRITE, actor, new Range(start, bytes), isSame ? op : null);
  }

  /** An atomic update; fails as {@link #write} does. */
  void update(Op op, Actor actor, int start, int bytes) {
    change(op, Kind.UPDATE, actor, new Range(start, bytes), null);
  }

  private record Range(int start, int bytes) {}

  private void change(Op op, Kind kind, Actor actor, Range range, @Nullable Op equal) {
    for (int at = range.start() / granule; at * granule < range.start() + range.bytes(); at++) {
      Access other = other(kind, actor, reads[at], null);
      other = other == null ? other(kind, actor, writes[at], equal) : other;
      if (other != null) {
        throw race(op, kind, actor, other);
      }
      writes[at] = with(writes[at], op, kind, actor);
    }
  }

  /**
   * One of {@code accesses} that races with an access of {@code kind}; a store above an update.
   *
   * @param equal the store that stores what the others of it have stored
   */
  private static @Nullable Access other(
      Kind kind, Actor actor, @Nullable Access accesses, @Nullable Op equal) {
    Access found = null;
    for (Access other = accesses; other != null; other = other.next()) {
      boolean isAllowed =
          actor.knows(other.actor(), other.time())
              || kind == Kind.UPDATE && other.kind() == Kind.UPDATE
              || other.op().equals(equal);
      if (!isAllowed && (found == null || other.kind() == Kind.WRITE)) {
        found = other;
      }
    }
    return found;
  }

  private static RaceException race(Op op, Kind kind, Actor actor, Access other) {
    String subject = new Access(op, kind, actor.number(), actor.now(), null).subject();
    return new RaceException(
        op,
        "%s%s %s what %s %s at %s, and nothing puts one before the other."
            .formatted(
                Character.toUpperCase(subject.charAt(0)),
                subject.substring(1),
                kind.verb,
                other.subject(),
                other.kind().verb,
                other.place()));
  }

  /** Those of {@code others} that are in no order with the access, and the access. */
  private static Access with(@Nullable Access others, Op op, Kind kind, Actor actor) {
    return new Access(op, kind, actor.number(), actor.now(), without(others, kind, actor));
  }

  /** Those of {@code others} that an access of {@code kind} does not make superfluous. */
  private static @Nullable Access without(@Nullable Access others, Kind kind, Actor actor) {
    Access kept = null;
    for (Access other = others; other != null; other = other.next()) {
      boolean isCovered =
          other.actor() == actor.number()
              ? other.kind() == kind || kind == Kind.WRITE
              : actor.knows(other.actor(), other.time());
      if (!isCovered) {
        kept = new Access(other.op(), other.kind(), other.actor(), other.time(), kept);
      }
    }
    return kept;
  }
}
