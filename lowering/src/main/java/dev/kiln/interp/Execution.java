package dev.kiln.interp;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** One run of one kernel: control, and who executes what else there is. */
final class Execution {

  /** How a body was left. */
  private enum Exit {
    END,
    BREAK,
    CONTINUE
  }

  /** Makes the first numbers of neighbouring seeds differ. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final Frame frame;
  private final Options options;
  private final Random random;
  private final GlobalWrites writes;
  private final TileExecution tiles;
  private final MemoryExecution memory;
  private final LowExecution low;
  private final ThreadedBlocks threaded;
  private final ArenaSize arena;
  private final Steps steps;

  private Execution(Frame frame, Options options, Kernel kernel) {
    this.frame = frame;
    this.options = options;
    this.random = new Random(options.seed() * SPREAD);
    this.writes = new GlobalWrites(options.findsRaces() ? new Races(kernel.params().size()) : null);
    this.tiles = new TileExecution(frame, writes);
    this.arena = ArenaSize.of(kernel, _ -> true);
    var watch = new Watch(new Clock(0, 0));
    this.memory = new MemoryExecution(frame, writes, watch, new ChipMemory.OfBlock(arena.poison()));
    this.low = new LowExecution(frame, memory, options);
    this.steps = new Steps(options.mostSteps());
    this.threaded = new ThreadedBlocks(kernel, frame, writes, steps, options);
  }

  /** Runs {@code kernel}, whose parameters {@code frame} has. */
  static void run(Kernel kernel, Frame frame, Options options) {
    new Execution(frame, options, kernel).body(kernel.body());
  }

  /** Runs the prologue only. */
  static List<Long> grid(Kernel kernel, Frame frame) {
    var execution = new Execution(frame, Options.DEFAULT, kernel);
    for (Op op : kernel.body().ops()) {
      if (op instanceof LowOp.Grid grid) {
        return execution.extents(grid, grid.extents());
      }
      execution.op(op);
    }
    throw new IllegalArgumentException(kernel.name() + " has no grid");
  }

  private Exit body(Body body) {
    for (Op op : body.ops()) {
      Exit exit = op(op);
      if (exit != Exit.END) {
        return exit;
      }
    }
    return Exit.END;
  }

  private Exit op(Op op) {
    steps.count(op);
    return switch (op) {
      case LowOp.Grid grid -> {
        grid(grid);
        yield Exit.END;
      }
      case LowOp.If branch ->
          body(frame.scalar(op, branch.condition()) != 0 ? branch.then() : branch.otherwise());
      case LowOp.For loop -> {
        long lower = frame.scalar(op, loop.lower());
        var range = new Range(loop.index(), lower, frame.scalar(op, loop.upper()), loop.step());
        count(op, range, loop.body());
        yield Exit.END;
      }
      case LowOp.While loop -> {
        repeat(loop);
        yield Exit.END;
      }
      case LowOp.Phase phase -> body(phase.body());
      case LowOp.Break _ -> Exit.BREAK;
      case LowOp.Continue _ -> Exit.CONTINUE;
      case TileOp.Parallel parallel -> {
        parallel(parallel);
        yield Exit.END;
      }
      case TileOp.Pipelined loop -> {
        count(op, new Range(loop.index(), 0, frame.scalar(op, loop.extent()), 1), loop.body());
        yield Exit.END;
      }
      case TileOp tile -> {
        tiles.run(tile);
        yield Exit.END;
      }
      case LowOp other -> {
        low.run(other);
        yield Exit.END;
      }
    };
  }

  /** What a loop counts: {@code for (index = lower; index < upper; index += step)}. */
  private record Range(Value index, long lower, long upper, long step) {}

  /** The index is of the type of the bounds, but does not wrap past them. */
  private void count(Op op, Range range, Body body) {
    for (long i = range.lower(); i < range.upper(); i += range.step()) {
      frame.define(range.index(), Lanes.scalar(range.index().dtype(), i));
      if (body(body) == Exit.BREAK || range.upper() - i <= range.step()) {
        return;
      }
      steps.count(op);
    }
  }

  private void repeat(LowOp.While loop) {
    while (true) {
      body(loop.condition());
      if (frame.scalar(loop, loop.test()) == 0 || body(loop.body()) == Exit.BREAK) {
        return;
      }
      body(loop.update());
    }
  }

  private void grid(LowOp.Grid grid) {
    List<Long> extents = extents(grid, grid.extents());
    for (long block : order(extents)) {
      writes.enter(block);
      long rest = block;
      for (int i = 0; i < extents.size(); i++) {
        define(grid.blocks().get(i), rest % extents.get(i));
        rest /= extents.get(i);
      }
      if (grid.threads() > 1) {
        threaded.run(grid);
      } else {
        memory.enterBlock(new ChipMemory.OfBlock(arena.poison()));
        body(grid.body());
      }
    }
  }

  private void parallel(TileOp.Parallel parallel) {
    List<Long> extents = extents(parallel, parallel.extents());
    for (long iteration : order(extents)) {
      long rest = iteration;
      for (int i = extents.size() - 1; i >= 0; i--) {
        define(parallel.indices().get(i), rest % extents.get(i));
        rest /= extents.get(i);
      }
      body(parallel.body());
    }
  }

  private void define(Value index, long value) {
    frame.define(index, Lanes.scalar(index.dtype(), Bits.wrap(index.dtype(), value)));
  }

  private List<Long> extents(Op op, List<Value> extents) {
    return extents.stream().map(extent -> Math.max(0, frame.scalar(op, extent))).toList();
  }

  /** The numbers below the product of {@code extents}, shuffled where asked for. */
  private List<Long> order(List<Long> extents) {
    long count = extents.stream().reduce(1L, Math::multiplyExact);
    List<Long> ascending = LongStream.range(0, count).boxed().toList();
    if (options.seed() == 0) {
      return ascending;
    }
    var shuffled = new ArrayList<>(ascending);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
