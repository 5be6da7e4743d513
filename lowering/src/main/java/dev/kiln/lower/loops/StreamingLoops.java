package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Divisibility;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.pass.Machine;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Finds the loops of one kernel that may write past the caches, and has them do so. */
final class StreamingLoops {
  /** As much as the last cache of many processors holds. */
  private static final long LARGE_BYTES = 32L << 20;

  /** Of caches, and of the widest vector. */
  private static final int LINE_BYTES = 64;

  private final Kernel kernel;
  private final Machine machine;
  private final Definitions definitions;
  private final Values values;
  private final Map<Value, Value> tensors = new LinkedHashMap<>();

  /** Memories that are not only written, among other values. */
  private final Set<Value> read = new HashSet<>();

  /** Whether a tensor is large, by its memory. */
  private final Map<Value, Value> areLarge = new LinkedHashMap<>();

  private final OpBuilder prologue;

  StreamingLoops(Kernel kernel, Machine machine) {
    this.kernel = kernel;
    this.machine = machine;
    this.definitions = Definitions.of(kernel);
    this.values = Values.after(kernel);
    this.prologue = new OpBuilder(values, kernel.loc());
  }

  /** The kernel with loops that stream where tensors are large. */
  Kernel stream() {
    Ops.walk(kernel.body(), this::note);
    Body body = stream(kernel.body());
    if (areLarge.isEmpty()) {
      return kernel;
    }
    body.ops().forEach(prologue::add);
    return kernel.withBody(prologue.build());
  }

  /** Finds the tensors, and what is done to them but to write. */
  private void note(Op op) {
    switch (op) {
      case LowOp.TensorMemory memory -> tensors.put(memory.memory(), memory.tensor());
      case LowOp.Store _ -> {}
      case LowOp _, TileOp _ -> read.addAll(Ops.operands(op));
    }
  }

  private Body stream(Body body) {
    return Ops.flatMap(
        body,
        op -> {
          Set<Value> memories =
              op instanceof LowOp.For loop && isStraight(loop) ? streamable(loop) : Set.of();
          return memories.isEmpty()
              ? List.of(Ops.mapBodies(op, this::stream))
              : versions((LowOp.For) op, memories);
        });
  }

  private static boolean isStraight(LowOp.For loop) {
    return loop.body().ops().stream().noneMatch(Effect.Control.class::isInstance);
  }

  /** The memories of tensors that {@code loop} writes in whole vectors side by side. */
  private Set<Value> streamable(LowOp.For loop) {
    var found = new LinkedHashSet<Value>();
    Neighbours.of(loop, definitions)
        .forEach(
            (memory, index) -> {
              Value tensor = tensors.get(memory);
              if (tensor != null && !read.contains(memory) && isOfVectors(loop, tensor, memory)) {
                found.add(memory);
              }
            });
    return found;
  }

  /** Whether each store is of one whole vector, which begins where one may in rows that do. */
  private boolean isOfVectors(LowOp.For loop, Value tensor, Value memory) {
    int lanes = machine.vectorBytes() / tensor.buffer().element().bytes();
    int log2 = Integer.numberOfTrailingZeros(lanes);
    Divisibility divisibility = withAlignedRows(tensor, log2);
    return loop.body().ops().stream()
        .allMatch(
            op ->
                !(op instanceof LowOp.Store store)
                    || !store.memory().equals(memory)
                    || (store.value().lanes() == lanes
                        && divisibility.log2(store.index()) >= log2));
  }

  /** What is known where the size of {@code tensor}'s rows is a multiple of two to {@code log2}. */
  private Divisibility withAlignedRows(Value tensor, int log2) {
    var divisibility = new Divisibility(definitions);
    String row = rowName(tensor);
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.Dim dim
              && dim.axis() == lastAxis(dim.tensor())
              && (dim.tensor().equals(tensor)
                  || (!row.isEmpty() && row.equals(rowName(dim.tensor()))))) {
            divisibility.with(dim.result(), log2);
          }
        });
    return divisibility;
  }

  private String rowName(Value tensor) {
    return kernel.dimName(tensor, lastAxis(tensor));
  }

  private static int lastAxis(Value tensor) {
    return ((Type.TensorType) tensor.type()).rank() - 1;
  }

  /** A loop that streams where the tensors are large, and the loop as it is. */
  private List<Op> versions(LowOp.For loop, Set<Value> memories) {
    var out = new OpBuilder(values, loop.loc());
    Value areAllLarge =
        memories.stream()
            .map(this::isLarge)
            .reduce((a, b) -> out.binary(BinaryOperator.AND, a, b))
            .orElseThrow();
    Op streamed =
        Ops.mapBodies(loop, body -> Ops.flatMap(body, op -> List.of(streamed(op, memories))));
    Body copy = Ops.copy(Body.of(streamed), values, value -> value);
    out.add(new LowOp.If(areAllLarge, copy, Body.of(loop), loop.loc()));
    return out.ops();
  }

  private static Op streamed(Op op, Set<Value> memories) {
    return op instanceof LowOp.Store store && memories.contains(store.memory())
        ? store.streamed()
        : op;
  }

  private Value isLarge(Value memory) {
    return areLarge.computeIfAbsent(
        memory,
        key -> {
          Value result = values.value(Type.BOOL);
          Value tensor = Objects.requireNonNull(tensors.get(memory));
          prologue.add(new LowOp.IsLarge(result, tensor, LARGE_BYTES, LINE_BYTES, kernel.loc()));
          return result;
        });
  }
}
