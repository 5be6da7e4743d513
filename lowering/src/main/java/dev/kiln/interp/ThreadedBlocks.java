package dev.kiln.interp;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Runs the blocks of a kernel that are run by several threads, one block after another. */
final class ThreadedBlocks {
  private final Frame frame;
  private final GlobalWrites writes;
  private final Steps steps;
  private final Options options;
  private final Random order;
  private final boolean isShuffled;
  private final ArenaSize shared;
  private final ArenaSize own;
  private final boolean isPhased;
  private final boolean hasProducts;
  private final Map<Memory, Memory> tensors = new HashMap<>();
  private int time;

  /**
   * @param frame what is defined before a block begins
   */
  ThreadedBlocks(Kernel kernel, Frame frame, GlobalWrites writes, Steps steps, Options options) {
    this.frame = frame;
    this.writes = writes;
    this.steps = steps;
    this.options = options;
    this.order = new Random(options.seed());
    this.isShuffled = options.seed() != 0;
    this.shared = ArenaSize.of(kernel, scope -> scope == Scope.SHARED);
    this.own = ArenaSize.of(kernel, scope -> scope != Scope.SHARED);
    this.isPhased = Ops.any(kernel.body(), LowOp.Phase.class::isInstance);
    this.hasProducts = Ops.any(kernel.body(), LowOp.MultiplyWarpgroup.class::isInstance);
  }

  /** Runs the block of {@code grid} whose indices the frame has. */
  void run(LowOp.Grid grid) {
    Random random = isShuffled ? order : null;
    int warpgroups = Math.ceilDiv(grid.threads(), WarpgroupExecution.THREADS);
    var phases = new PhaseExecution(grid.threads() + warpgroups, time, random);
    var memory = new SharedMemory(shared, own, hasProducts, tensors);
    var parts = new BlockThread.ThreadParts(memory, phases, writes, steps, isPhased, options);
    var threads = new ArrayList<BlockThread>();
    for (int number = 0; number < grid.threads(); number++) {
      threads.add(new BlockThread(grid, frame.copy(), new Clock(number, time), parts));
    }
    new Schedule(threads, phases, random).run();
    phases.close();
    threads.forEach(BlockThread::requireNoProducts);
    time =
        threads.stream().mapToInt(thread -> thread.clock().history().latest()).max().orElse(time);
  }
}
