package dev.kiln.lower.thread;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
import dev.kiln.analysis.View;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.pass.Feature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Threads of a block that do nothing but start the copies of its pipelined loops, so that those who
 * compute never wait to start one. They run what leads to the loops, and in each iteration wait for
 * places and fill them.
 *
 * <pre>
 * part threads 256 {
 *   everything, but that it takes the copies as given
 * } else {
 *   if first of these { for each iteration: wait for a place, start the copies into it }
 * }
 * </pre>
 */
final class CopyingThreads {
  /** Threads that trade registers do so a warpgroup at a time. */
  private static final int WARPGROUP = 128;

  /** Registers are shared out to the threads of a block in steps of 8. */
  private static final int REGISTER_STEP = 8;

  /** The most registers of a thread. */
  private static final int MOST_REGISTERS = 255;

  /** What one needs who starts copies. */
  private static final int COPYING_REGISTERS = 24;

  private final LowOp.Grid grid;
  private final ThreadContext context;
  private final Map<TileOp.Pipelined, List<Ring>> rings = new LinkedHashMap<>();
  private final Map<TileOp.Pipelined, List<Ring.Reader>> readers = new HashMap<>();
  private final Set<Value> tiles = new HashSet<>();

  private CopyingThreads(LowOp.Grid grid, ThreadContext context) {
    this.grid = grid;
    this.context = context;
  }

  /** The threads that copy for {@code grid}; null where its loops need none, or cannot have any. */
  static @Nullable CopyingThreads of(LowOp.Grid grid, ThreadContext context) {
    var found = new Search(context.pipelines());
    return context.lowering().machine().has(Feature.BOX_COPIES)
            && found.areAll(grid.body(), List.of())
            && !found.loops.isEmpty()
        ? new CopyingThreads(grid, context)
        : null;
  }

  /** How many they are. */
  int count() {
    return context.threads() <= WARPGROUP ? WarpTiling.WARP : WARPGROUP;
  }

  /** The grid of a block that is parted. */
  LowOp.Grid parted(OpBuilder out, ThreadPipeline.LowerBody lowerBody) {
    begin(out);
    Body first =
        out.nested(
            inner -> {
              rings.forEach(
                  (loop, own) ->
                      readers.put(
                          loop, own.stream().map(ring -> Ring.Reader.of(ring, inner)).toList()));
              lowerBody.lower(grid.body()).ops().forEach(inner::add);
            });
    Body rest =
        Ops.copy(
            out.nested(inner -> inner.when(isCopying(inner), this::copies)), out.values(), v -> v);
    boolean isTrading = count() == WARPGROUP;
    int threads = context.threads() + count();
    int atFirst =
        context.lowering().machine().blockRegisters() / threads / REGISTER_STEP * REGISTER_STEP;
    int left = (atFirst * threads - COPYING_REGISTERS * count()) / context.threads();
    out.add(
        new LowOp.Part(
            context.threads(),
            isTrading ? Math.min(left, MOST_REGISTERS) / REGISTER_STEP * REGISTER_STEP : 0,
            isTrading ? COPYING_REGISTERS : 0,
            first,
            rest,
            grid.loc()));
    return grid.sharedOut(threads, out.build());
  }

  /** What both parts need. */
  private void begin(OpBuilder out) {
    Ops.walk(
        grid.body(),
        op -> {
          if (op instanceof TileOp.Pipelined loop) {
            rings.put(loop, Ring.all(loop, out, context));
          }
        });
    Ops.walk(
        grid.body(),
        op -> {
          if (op instanceof TileOp.AllocTile alloc
              && context.pipelines().stages(alloc.tile()) > 1) {
            int stages = context.pipelines().stages(alloc.tile());
            context.lowering().allocate(alloc.tile(), stages, out);
            tiles.add(alloc.tile());
          }
        });
    Ring.begin(rings.values().stream().flatMap(List::stream).toList(), out, context);
  }

  /** Who reads the places of a loop, in the order of {@link Pipelines#filledTogether}. */
  List<Ring.Reader> readers(TileOp.Pipelined loop) {
    return readers.getOrDefault(loop, List.of());
  }

  /** Whether a tile's memory is there for the whole block. */
  boolean isThere(Value tile) {
    return tiles.contains(tile);
  }

  private Value isCopying(OpBuilder out) {
    return out.compare(CompareOperator.EQ, context.thread(), out.i64(context.threads()));
  }

  private void copies(OpBuilder out) {
    var fillers = new HashMap<TileOp.Pipelined, List<Ring.Filler>>();
    rings.forEach(
        (loop, own) ->
            fillers.put(loop, own.stream().map(ring -> Ring.Filler.of(ring, out)).toList()));
    copies(grid.body(), fillers).ops().forEach(out::add);
  }

  private Body copies(Body body, Map<TileOp.Pipelined, List<Ring.Filler>> fillers) {
    var ops = new ArrayList<Op>();
    for (Op op : body.ops()) {
      switch (op) {
        case TileOp.Pipelined loop ->
            ops.addAll(copies(loop, fillers.getOrDefault(loop, List.of())));
        case LowOp.For _, LowOp.If _ -> ops.add(Ops.mapBodies(op, inner -> copies(inner, fillers)));
        case LowOp low when low instanceof Effect.Pure -> ops.add(low);
        case LowOp _, TileOp _ -> {}
      }
    }
    return new Body(ops);
  }

  private List<Op> copies(TileOp.Pipelined loop, List<Ring.Filler> fillers) {
    var out = new OpBuilder(context.lowering().values(), loop.loc());
    Value zero = out.constant(loop.index().arithmetic(), 0);
    Body body =
        out.nested(
            inner -> {
              Value index = inner.cast(DType.I64, loop.index());
              fillers.forEach(filler -> filler.fill(index, inner));
            });
    out.add(new LowOp.For(loop.index(), zero, loop.extent(), 1, LoopKind.SERIAL, body, loop.loc()));
    return out.ops();
  }

  /** Whether whoever copies can tell by itself when which copies are to be started. */
  private static final class Search {
    private final Pipelines pipelines;
    private final Definitions definitions;
    private final List<TileOp.Pipelined> loops = new ArrayList<>();

    Search(Pipelines pipelines) {
      this.pipelines = pipelines;
      this.definitions = pipelines.definitions();
    }

    /**
     * @param around the loops and branches that {@code body} stands in
     */
    boolean areAll(Body body, List<Op> around) {
      boolean areAll = true;
      for (Op op : body.ops()) {
        switch (op) {
          case TileOp.Pipelined loop -> {
            loops.add(loop);
            areAll &= around.stream().allMatch(this::isKnown) && isKnown(loop);
          }
          case LowOp.For _, LowOp.If _ -> {
            var inside = new ArrayList<>(around);
            inside.add(op);
            for (Body inner : Ops.bodies(op)) {
              areAll &= areAll(inner, inside);
            }
          }
          case LowOp _, TileOp _ -> areAll &= Ops.bodies(op).stream().noneMatch(Search::hasLoop);
        }
      }
      return areAll;
    }

    private static boolean hasLoop(Body body) {
      return Ops.any(body, TileOp.Pipelined.class::isInstance);
    }

    private boolean isKnown(Op op) {
      return Ops.operands(op).stream().allMatch(this::isKnown) && !Jumps.areIn(op);
    }

    private boolean isKnown(TileOp.Pipelined loop) {
      boolean isKnown = isKnown(loop.extent()) && pipelines.isOfProducts(loop);
      for (TileOp.Copy copy : pipelines.copies(loop)) {
        for (View.Axis axis : View.of(copy.source(), definitions).axes()) {
          isKnown &= axis.offsets().stream().allMatch(this::isKnown);
        }
      }
      return isKnown && Ops.bodies(loop).stream().noneMatch(Search::hasLoop);
    }

    /** Whether a value follows from arguments, numbers of blocks and indices of loops. */
    private boolean isKnown(Value value) {
      Op op = definitions.of(value);
      return op == null
          || Ops.arguments(op).contains(value)
          || (op instanceof LowOp
              && op instanceof Effect.Pure
              && Ops.operands(op).stream().allMatch(this::isKnown));
    }
  }
}
