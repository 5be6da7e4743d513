package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The copies that run beside the threads of a block, and the phases that they, and threads, are
 * waited for by. A copy is done when no thread can go on or, with random numbers, at any moment
 * before.
 */
final class PhaseExecution {
  /** The most turns of threads that a copy takes are 2 to this power. */
  private static final int LOG2_LONGEST = 14;

  /** Where phases are counted. */
  private record Place(@Nullable Ledger memory, int at) {}

  /** A copy, the phases that it counts off its bytes at, and the turn in which it is done. */
  private record UnderWay(BoxCopy copy, PhaseCounter counter, long turn) {}

  private final Map<Place, PhaseCounter> counters = new HashMap<>();
  private final List<UnderWay> copies = new ArrayList<>();
  private final int before;
  private final @Nullable Random random;
  private List<BlockThread> woken = new ArrayList<>();
  private int nextActor;
  private long turn;

  /**
   * @param firstActor a number that no actor of the block has, nor those that follow it
   * @param before a time that no actor has passed
   * @param random null where copies take as long as they may
   */
  PhaseExecution(int firstActor, int before, @Nullable Random random) {
    this.nextActor = firstActor;
    this.before = before;
    this.random = random;
  }

  void copy(LowOp.CopyBox op, BlockThread thread) {
    Frame frame = thread.frame();
    View whole = frame.view(op.tensor());
    Memory tensor = thread.chip().tensor(whole.memory());
    PhaseCounter counter = counter(op, op.phases(), op.phase(), thread);
    var copy =
        new BoxCopy(
            op,
            new View(tensor, whole.dims(), whole.axes(), whole.offsets(), whole.param()),
            op.origin().stream().map(index -> frame.scalar(op, index)).toList(),
            frame.memory(op.memory()),
            frame.scalar(op, op.index()),
            counter.start(op, thread.clock().history()));
    long duration = random == null ? 0 : random.nextInt(1 << random.nextInt(LOG2_LONGEST));
    copies.add(new UnderWay(copy, counter, turn + duration));
  }

  void init(LowOp.InitPhase op, BlockThread thread) {
    Memory memory = change(op, op.phases(), op.phase(), thread);
    Place place = place(op, memory, op.phase(), thread);
    if (op.arrivals() < 1) {
      throw new InterpreterException(op, "A phase waits for 1 arrival at least.");
    }
    if (counters.put(
            place, new PhaseCounter(PhaseCounter.Begin.of(op, thread.clock()), nextActor++, before))
        != null) {
      throw new InterpreterException(op, "Phases are counted there already.");
    }
  }

  void end(LowOp.EndPhases op, BlockThread thread) {
    Memory memory = change(op, op.phases(), op.phase(), thread);
    PhaseCounter counter = counters.remove(place(op, memory, op.phase(), thread));
    if (counter == null) {
      throw new InterpreterException(op, "No InitPhase makes that count phases.");
    }
    if (counter.hasCopies() || counter.isAwaited()) {
      throw new InterpreterException(op, "The phase that is counted there has not ended.");
    }
    counter.requireObserved();
  }

  /** A thread arrives; so many more bytes have to come. */
  void arrive(LowOp op, Value phases, Value phase, long bytes, BlockThread thread) {
    PhaseCounter counter = counter(op, phases, phase, thread);
    woken.addAll(counter.arrive(op, thread.clock(), bytes));
  }

  /** A thread counts off bytes that have come. */
  void deliver(LowOp.DeliverBytes op, BlockThread thread) {
    PhaseCounter counter = counter(op, op.phases(), op.phase(), thread);
    woken.addAll(counter.deliver(op, thread.clock()));
  }

  /** Whether the thread need not wait; else it is among those woken once it need not any more. */
  boolean await(LowOp.AwaitPhase op, BlockThread thread) {
    boolean isOdd = thread.frame().scalar(op, op.isOdd()) != 0;
    return counter(op, op.phases(), op.phase(), thread).await(thread, isOdd);
  }

  /** Why a thread waits at {@code op}. */
  String lack(LowOp.AwaitPhase op, BlockThread thread) {
    return counter(op, op.phases(), op.phase(), thread).lack();
  }

  /** No thread may use the element for anything else meanwhile, in no order with this. */
  private Memory change(LowOp op, Value phases, Value phase, BlockThread thread) {
    Memory memory = thread.frame().memory(phases);
    long index = thread.frame().scalar(op, phase);
    requirePlace(op, memory, index);
    thread.watch().store(op, memory, index, /* isSame= */ false);
    memory.setPoison(index);
    return memory;
  }

  private PhaseCounter counter(LowOp op, Value phases, Value phase, BlockThread thread) {
    Memory memory = thread.frame().memory(phases);
    long index = thread.frame().scalar(op, phase);
    requirePlace(op, memory, index);
    thread.watch().update(op, memory, index);
    PhaseCounter counter = counters.get(place(op, memory, phase, thread));
    if (counter == null) {
      throw new InterpreterException(op, "No InitPhase makes that count phases.");
    }
    return counter;
  }

  private static Place place(LowOp op, Memory memory, Value phase, BlockThread thread) {
    return new Place(memory.ledger(), memory.at(thread.frame().scalar(op, phase)));
  }

  private static void requirePlace(LowOp op, Memory memory, long index) {
    if (!memory.holds(index)) {
      throw new InterpreterException(op, "Element %s is outside of the memory.".formatted(index));
    }
    if (memory.at(index) % memory.element().bytes() != 0) {
      throw new InterpreterException(op, "Phases are counted at multiples of 8 bytes.");
    }
  }

  /** A thread has had its turn: does the copies that have taken long enough. */
  void pass() {
    turn++;
    for (int i = copies.size() - 1; random != null && i >= 0; i--) {
      if (copies.get(i).turn() <= turn) {
        finish(copies.remove(i));
      }
    }
  }

  /** Does one of the copies under way; false where there is none. */
  boolean finishOne() {
    if (copies.isEmpty()) {
      return false;
    }
    finish(copies.removeFirst());
    return true;
  }

  private void finish(UnderWay done) {
    done.copy().run();
    woken.addAll(done.counter().come(done.copy().op(), done.copy().bytes()));
  }

  /** The threads that have waited for what has happened meanwhile. */
  List<BlockThread> takeWoken() {
    List<BlockThread> taken = woken;
    woken = taken.isEmpty() ? taken : new ArrayList<>();
    return taken;
  }

  /** All threads have ended: all copies are done, and each has been waited for. */
  void close() {
    while (finishOne()) {}
    counters.values().forEach(PhaseCounter::requireObserved);
  }
}
