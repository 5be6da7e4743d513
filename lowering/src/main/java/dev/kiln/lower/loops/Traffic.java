package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what each block of a grid moves between tensors and the chip, and where it computes. */
final class Traffic {
  /** What a cache fetches at a time. */
  static final int LINE_BYTES = 64;

  /** A quarter of the smallest first-level cache. */
  private static final long MOST_BYTES = 8 << 10;

  /** Operations of a step beside which a prefetch costs little. */
  private static final int LEAST_WORK = 8;

  /** Operations that a function of {@link LowOp.Math} takes, about. */
  private static final int WORK_OF_MATH = 16;

  /** A tensor's elements from {@code index} on, as many as the innermost step, on a path. */
  record Stream(LoopPath path, Value memory, Value index) {
    /** Of an element. */
    int bytes() {
      return ((Type.MemoryType) memory.type()).element().bytes();
    }
  }

  private final Definitions definitions;

  /** The block index that varies fastest. */
  private final Value block;

  /** What is written past the caches. */
  private final Set<Value> streamed = new HashSet<>();

  private final List<Stream> streams = new ArrayList<>();
  private @Nullable LoopPath busiest;

  private Traffic(Definitions definitions, Value block) {
    this.definitions = definitions;
    this.block = block;
  }

  static Traffic of(LowOp.Grid grid, Definitions definitions) {
    var traffic = new Traffic(definitions, grid.blocks().getFirst());
    Ops.walk(grid.body(), traffic::note);
    traffic.find(grid.body(), LoopPath.EMPTY, /* isUnconditional= */ true);
    return traffic;
  }

  private void note(Op op) {
    if (op instanceof LowOp.Store store && store.isStreamed()) {
      streamed.add(store.memory());
    }
  }

  /** The loops that every block runs and whose step computes most; null if none does much. */
  @Nullable LoopPath busiest() {
    return busiest;
  }

  /** What no other block touches, and runs through what {@code path} does. */
  List<Stream> along(LoopPath path) {
    List<LoopPath.Range> ranges = path.ranges(definitions);
    return streams.stream()
        .filter(stream -> stream.path().ranges(definitions).equals(ranges))
        .toList();
  }

  private void find(Body body, LoopPath path, boolean isUnconditional) {
    for (Op op : body.ops()) {
      switch (op) {
        case LowOp.For loop when LoopPath.isCounted(loop, definitions) ->
            find(loop.body(), path.into(loop), isUnconditional);
        case LowOp.If branch when path.loops().isEmpty() ->
            Ops.bodies(branch).forEach(inner -> find(inner, path, false));
        case LowOp _, TileOp _ -> {}
      }
    }
    if (!path.loops().isEmpty()) {
      if (isUnconditional && isBusier(path)) {
        busiest = path;
      }
      addStreams(path);
    }
  }

  private boolean isBusier(LoopPath path) {
    int least = busiest == null ? LEAST_WORK : work(busiest) + 1;
    return work(path) >= least;
  }

  private static int work(LoopPath path) {
    int work = 0;
    for (Op op : path.innermost().body().ops()) {
      work +=
          switch (op) {
            case LowOp.Math _ -> WORK_OF_MATH;
            case LowOp.Binary binary when isFloat(binary.result()) -> 1;
            case LowOp.Fma _ -> 1;
            case LowOp _, TileOp _ -> 0;
          };
    }
    return work;
  }

  private static boolean isFloat(Value value) {
    return value.dtype().isFloat();
  }

  /** Finds where the accesses of one step of a loop lie side by side and make up the step. */
  private void addStreams(LoopPath path) {
    Neighbours.of(path.innermost(), definitions)
        .forEach(
            (memory, index) -> {
              var stream = new Stream(path, memory, index);
              if (isGlobal(memory) && !streamed.contains(memory) && isOfTheBlockAlone(stream)) {
                streams.add(stream);
              }
            });
  }

  /** Whether a value is memory of a tensor. */
  static boolean isGlobal(Value memory) {
    return memory.type() instanceof Type.MemoryType type && type.scope() == Scope.GLOBAL;
  }

  private boolean isOfTheBlockAlone(Stream stream) {
    Value index = stream.index();
    Set<Value> sources = sources(index);
    long bytes = stream.bytes();
    for (LoopPath.Range range : stream.path().ranges(definitions)) {
      bytes *= range.size();
    }
    return sources.contains(block)
        && stream.path().repeating(definitions).stream()
            .allMatch(loop -> sources.contains(loop.index()))
        && sources.stream().allMatch(source -> isComputable(source, stream.path()))
        && bytes >= LINE_BYTES
        && bytes <= MOST_BYTES;
  }

  /** Whether a value can be had anywhere in the block. */
  private boolean isComputable(Value value, LoopPath path) {
    Op definition = definitions.of(value);
    return definition == null
        || definition instanceof Effect.Pure
        || definition instanceof LowOp.Grid
        || path.loops().stream().anyMatch(loop -> loop.index().equals(value));
  }

  /** The values that {@code value} is computed from; without those behind what is not pure. */
  private Set<Value> sources(Value value) {
    var found = new HashSet<Value>();
    var open = new ArrayList<>(List.of(value));
    while (!open.isEmpty()) {
      Value next = open.removeLast();
      if (found.add(next) && definitions.of(next) instanceof Effect.Pure pure) {
        open.addAll(Ops.operands((Op) pure));
      }
    }
    return found;
  }
}
