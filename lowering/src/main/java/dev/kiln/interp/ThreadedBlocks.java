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
  private final Random order;
  private final boolean isShuffled;
  private final ArenaSize shared;
  private final ArenaSize own;
  private final boolean isPhased;
  private final Map<Memory, Memory> tensors = new HashMap<>();
  private int time;

  /**
   * @param frame what is defined before a block begins
   */
  ThreadedBlocks(Kernel kernel, Frame frame, GlobalWrites writes, Steps steps, Options options) {
    this.frame = frame;
    this.writes = writes;
    this.steps = steps;
    this.order = new Random(options.seed());
    this.isShuffled = options.seed() != 0;
    this.shared = ArenaSize.of(kernel, scope -> scope == Scope.SHARED);
    this.own = ArenaSize.of(kernel, scope -> scope != Scope.SHARED);
    boolean[] found = {false};
    Ops.walk(kernel.body(), op -> found[0] |= op instanceof LowOp.Phase);
    this.isPhased = found[0];
  }

  /** Runs the block of {@code grid} whose indices the frame has. */
  void run(LowOp.Grid grid) {
    var memory = new SharedMemory(shared, own, tensors);
    var parts = new BlockThread.ThreadParts(memory, writes, steps, isPhased);
    var threads = new ArrayList<BlockThread>();
    for (int number = 0; number < grid.threads(); number++) {
      var clock = new Clock(number, grid.threads(), time);
      threads.add(new BlockThread(grid, frame.copy(), clock, parts));
    }
    new Schedule(threads, isShuffled ? order : null).run();
    time = threads.stream().mapToInt(thread -> thread.clock().now()).max().orElse(0);
  }
}
