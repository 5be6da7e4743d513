package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * One of several threads of a block. Where it stands is data, an {@link Activation} for each body
 * that it is in, so that it can be left at any operation and taken up again.
 */
final class BlockThread {
  /** How often a thread may access memory that others access, where that is not limited. */
  static final int ALWAYS = Integer.MAX_VALUE;

  private final Frame frame;
  private final Clock clock;
  private final Watch watch;
  private final Products products = new Products();
  private final ChipMemory chip;
  private final ChunkCopies copies;
  private final PhaseExecution phases;
  private final int warpgroupActor;
  private final LowExecution low;
  private final Steps steps;

  /** Whether what stands in no phase is a phase by itself: no barriers have been placed yet. */
  private final boolean isPhased;

  private Part part = Part.WHOLE;
  private @Nullable Activation top;
  private @Nullable LowOp awaited;
  private LowOp.@Nullable MultiplyWarpgroup lastProduct;

  /** Whether what the thread waits for is its turn to access something, a phase by itself. */
  private boolean isPatient;

  /** Whether that turn has come. */
  private boolean isDue;

  /** A thread that stands at the begin of {@code grid}'s body. */
  BlockThread(LowOp.Grid grid, Frame frame, Clock clock, ThreadParts parts) {
    this.frame = frame;
    this.clock = clock;
    this.watch = new Watch(clock);
    this.chip = parts.memory().forThread(products);
    this.copies = new ChunkCopies(frame, watch);
    this.phases = parts.phases();
    this.warpgroupActor = grid.threads() + clock.number() / WarpgroupExecution.THREADS;
    this.steps = parts.steps();
    this.isPhased = parts.isPhased();
    var memory = new MemoryExecution(frame, parts.writes(), watch, chip);
    this.low = new LowExecution(frame, memory, parts.options());
    this.top = Activation.of(grid, Activation.Role.BODY, grid.body(), null);
  }

  /** What a thread has in common with the others of its block. */
  record ThreadParts(
      SharedMemory memory,
      PhaseExecution phases,
      GlobalWrites writes,
      Steps steps,
      boolean isPhased,
      Options options) {}

  /** Of the block: which threads a barrier is for. */
  enum Part {
    WHOLE,
    FIRST,
    REST
  }

  Part part() {
    return part;
  }

  int number() {
    return clock.number();
  }

  Frame frame() {
    return frame;
  }

  Clock clock() {
    return clock;
  }

  Watch watch() {
    return watch;
  }

  ChipMemory chip() {
    return chip;
  }

  Products products() {
    return products;
  }

  /** The number of the actor that the products of the thread's warpgroup are. */
  int warpgroupActor() {
    return warpgroupActor;
  }

  /** The thread has ended, and so have the products that it has started. */
  void requireNoProducts() {
    if (lastProduct != null && products.areUnderWay()) {
      throw new InterpreterException(lastProduct, "Nothing has waited for this product.");
    }
  }

  boolean hasEnded() {
    return top == null;
  }

  /** What the thread waits at; null where it can go on, or has ended. */
  @Nullable LowOp awaited() {
    return awaited;
  }

  /** Whether the thread waits for no thread in particular, but for a phase to end. */
  boolean isAtPhase() {
    return awaited instanceof LowOp.AwaitPhase;
  }

  /** Whether the thread waits for those only that stand before it or beside it. */
  boolean isPatient() {
    return isPatient;
  }

  /** Whether both wait at the same operation, in the same iteration of every loop around it. */
  boolean isBeside(BlockThread other) {
    return Activation.compare(top, other.top) == 0;
  }

  boolean isBehind(BlockThread other) {
    return Activation.compare(top, other.top) < 0;
  }

  /** What the thread has waited for is done. */
  void resume() {
    if (top != null && awaited != null) {
      isDue = isPatient;
      isPatient = false;
      if (!isDue) {
        top.step();
      }
      if (awaited instanceof LowOp.Phase phase) {
        top = Activation.of(phase, Activation.Role.BODY, phase.body(), top);
      }
    }
    awaited = null;
  }

  /** Goes on until the thread ends, or waits, or is about to access more than it may. */
  void advance(int accesses) {
    int left = accesses;
    while (top != null && awaited == null) {
      if (top.isAtEnd()) {
        top = leave(top);
        continue;
      }
      Op op = top.op();
      if (op instanceof LowOp low && isAccess(low)) {
        if (isPhased && !isDue && !top.isInPhase()) {
          awaited = low;
          isPatient = true;
          return;
        }
        if (accesses != ALWAYS && left-- == 0) {
          return;
        }
        isDue = false;
      }
      steps.count(op);
      run(op, top);
    }
    watch.settle();
  }

  /** Of what others access, too. A load and the compare-and-set that follows it stay together. */
  private boolean isAccess(LowOp op) {
    return switch (op) {
      case LowOp.Load load -> isShared(load.memory());
      case LowOp.Store store -> isShared(store.memory());
      case LowOp.AtomicUpdate update -> isShared(update.memory());
      case LowOp.MultiplyWarpgroup _ -> true;
      case LowOp _ -> false;
    };
  }

  private boolean isShared(Value memory) {
    return frame.memory(memory).isShared();
  }

  private void run(Op op, Activation here) {
    switch (op) {
      case LowOp.Barrier barrier -> awaited = barrier;
      case LowOp.ExchangeThreads exchange -> awaited = exchange;
      case LowOp.MultiplyMatrices multiply -> awaited = multiply;
      case LowOp.LoadMatrices load -> awaited = load;
      case LowOp.Phase phase -> awaited = phase;
      case LowOp.MultiplyWarpgroup multiply -> {
        awaited = multiply;
        lastProduct = multiply;
      }
      case LowOp.BeginProducts begin -> awaited = begin;
      case LowOp.CommitProducts commit -> awaited = commit;
      case LowOp.AwaitProducts await -> awaited = await;
      case LowOp.AwaitPhase await -> {
        if (phases.await(await, this)) {
          here.step();
        } else {
          awaited = await;
        }
      }
      case LowOp.Break _ -> top = here.loop().outer();
      case LowOp.Continue _ -> top = leave(here.loop());
      case LowOp.If branch -> {
        boolean isTrue = frame.scalar(op, branch.condition()) != 0;
        here.step();
        top =
            isTrue
                ? Activation.of(branch, Activation.Role.THEN, branch.then(), here)
                : Activation.of(branch, Activation.Role.OTHERWISE, branch.otherwise(), here);
      }
      case LowOp.While loop -> {
        here.step();
        top = Activation.of(loop, Activation.Role.CONDITION, loop.condition(), here);
      }
      case LowOp.For loop -> {
        long lower = frame.scalar(op, loop.lower());
        long upper = frame.scalar(op, loop.upper());
        here.step();
        if (lower < upper) {
          top = Activation.of(loop, lower, upper, here);
          define(loop.index(), lower);
        }
      }
      case LowOp.Part part -> {
        boolean isFirst = number() < part.threads();
        this.part = isFirst ? Part.FIRST : Part.REST;
        here.step();
        top =
            isFirst
                ? Activation.of(part, Activation.Role.THEN, part.first(), here)
                : Activation.of(part, Activation.Role.OTHERWISE, part.rest(), here);
      }
      case LowOp.ThreadIndex index -> {
        define(index.result(), number());
        here.step();
      }
      case LowOp.CopyBox copy -> {
        phases.copy(copy, this);
        here.step();
      }
      case LowOp.StartCopy copy -> {
        copies.start(copy);
        here.step();
      }
      case LowOp.CommitCopies _ -> {
        copies.commit();
        here.step();
      }
      case LowOp.AwaitCopies await -> {
        copies.await(await.pending());
        here.step();
      }
      case LowOp.InitPhase init -> {
        phases.init(init, this);
        here.step();
      }
      case LowOp.EndPhases end -> {
        phases.end(end, this);
        here.step();
      }
      case LowOp.ExpectBytes expect -> {
        phases.arrive(expect, expect.phases(), expect.phase(), expect.bytes(), this);
        here.step();
      }
      case LowOp.DeliverBytes deliver -> {
        phases.deliver(deliver, this);
        here.step();
      }
      case LowOp.ArriveAtPhase arrive -> {
        phases.arrive(arrive, arrive.phases(), arrive.phase(), 0, this);
        here.step();
      }
      case LowOp.PublishWrites _ -> {
        clock.publish();
        here.step();
      }
      case LowOp.Grid _, TileOp _ ->
          throw new InterpreterException(op, "Threads of a block do not run it.");
      case LowOp other -> {
        low.run(other);
        here.step();
      }
    }
  }

  private void define(Value index, long value) {
    frame.define(index, Lanes.scalar(index.dtype(), value));
  }

  /** Where a thread goes on that has come to the end of a body. */
  private @Nullable Activation leave(Activation ended) {
    steps.count(ended.owner());
    return switch (ended.owner()) {
      case LowOp.For loop -> {
        if (!ended.count(loop.step())) {
          yield ended.outer();
        }
        define(loop.index(), ended.index());
        yield ended;
      }
      case LowOp.While loop -> {
        boolean isOver = ended.isInCondition() && frame.scalar(loop, loop.test()) == 0;
        yield isOver ? ended.outer() : ended.next(loop);
      }
      case LowOp _, TileOp _ -> ended.outer();
    };
  }
}
