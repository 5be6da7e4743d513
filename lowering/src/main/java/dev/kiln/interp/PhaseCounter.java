package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.text.Printer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Phases that are counted at one place of a block's memory: who has arrived at the current one, and
 * what is known of all that happened before the last that has ended.
 */
final class PhaseCounter {
  private final Begin begin;
  private final int actor;
  private final int arrivals;
  private final History arrived;
  private final History ended;
  private final List<BlockThread> waiting = new ArrayList<>();
  private int number;
  private int count;
  private long bytes;

  /** How many copies are to count off their bytes here. */
  private int copies;

  /** The last copy that has come, and the number of its phase. */
  private LowOp.@Nullable CopyBox last;

  private int lastNumber;

  /** Phases that a thread knows to have ended. */
  private int observed;

  /**
   * Where phases began to be counted: a thread wrote there, which copies have to see.
   *
   * @param time when the thread did
   */
  record Begin(LowOp.InitPhase op, int thread, int time) {
    static Begin of(LowOp.InitPhase op, Clock clock) {
      return new Begin(op, clock.number(), clock.now());
    }
  }

  /**
   * @param actor the number that copies have that are counted here
   * @param before a time that no actor has passed
   */
  PhaseCounter(Begin begin, int actor, int before) {
    this.begin = begin;
    this.actor = actor;
    this.arrivals = begin.op().arrivals();
    this.arrived = History.upTo(before);
    this.ended = History.upTo(before);
  }

  /**
   * A copy begins, started by a thread that knows {@code history}.
   *
   * @throws InterpreterException where it does not see that phases are counted here
   */
  Moment start(LowOp.CopyBox op, History history) {
    copies++;
    var moment = new Moment(actor, time(), history.copy());
    if (!moment.sees(begin.thread(), begin.time())) {
      throw new InterpreterException(
          op,
          "It does not see the phases that thread %d begins at %s [%s]: it has not published them."
              .formatted(begin.thread(), begin.op().loc(), Printer.print(begin.op())));
    }
    return moment;
  }

  /** When the current phase ends. */
  private int time() {
    return ended.before() + 1 + number;
  }

  boolean isAwaited() {
    return !waiting.isEmpty();
  }

  boolean hasCopies() {
    return copies > 0;
  }

  /** One thread arrives; {@code expected} more bytes have to come. */
  List<BlockThread> arrive(LowOp op, Clock clock, long expected) {
    clock.tell(arrived);
    count++;
    bytes += expected;
    return endIfComplete(op);
  }

  /** A thread has brought bytes. */
  List<BlockThread> deliver(LowOp.DeliverBytes op, Clock clock) {
    clock.tell(arrived);
    bytes -= op.bytes();
    return endIfComplete(op);
  }

  /** All bytes of a copy have come. */
  List<BlockThread> come(LowOp.CopyBox op, long all) {
    copies--;
    last = op;
    lastNumber = number;
    bytes -= all;
    return endIfComplete(op);
  }

  /** The threads that can go on now. */
  private List<BlockThread> endIfComplete(LowOp op) {
    if (count < arrivals || bytes != 0) {
      return List.of();
    }
    if (copies > 0) {
      throw new InterpreterException(
          op, "The phase ends while a copy is under way whose bytes it does not expect.");
    }
    ended.addAll(arrived);
    ended.add(actor, time());
    number++;
    count = 0;
    List<BlockThread> woken = waiting.stream().filter(this::canGoOn).toList();
    woken.forEach(this::tellEnd);
    waiting.removeAll(woken);
    return woken;
  }

  private boolean canGoOn(BlockThread thread) {
    return thread.awaited() instanceof LowOp.AwaitPhase await
        && hasEnded(thread.frame().scalar(await, await.isOdd()) != 0);
  }

  /** Whether the phase before the current one has an odd number, or an even one. */
  private boolean hasEnded(boolean isOdd) {
    return number % 2 == 0 == isOdd;
  }

  private void tellEnd(BlockThread thread) {
    thread.clock().learn(ended);
    observed = number;
  }

  /** Whether {@code thread} need not wait; else it is woken when it need not any more. */
  boolean await(BlockThread thread, boolean isOdd) {
    if (hasEnded(isOdd)) {
      tellEnd(thread);
      return true;
    }
    waiting.add(thread);
    return false;
  }

  /** Every copy has been waited for, so that nothing is still being written. */
  void requireObserved() {
    if (last != null && lastNumber >= observed) {
      throw new InterpreterException(last, "Nothing has waited for this copy.");
    }
  }

  /** What the current phase lacks. */
  String lack() {
    return "phase %d has %d of %d arrivals and lacks %d bytes"
        .formatted(number, count, arrivals, bytes);
  }
}
