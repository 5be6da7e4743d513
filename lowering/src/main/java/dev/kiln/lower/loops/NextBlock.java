package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.Recomputation;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.List;

/** Has a block ask the caches for what the one behind it will touch. */
final class NextBlock {
  private final Values values;
  private final Definitions definitions;

  /** The block index that varies fastest. */
  private final Value block;

  private NextBlock(Values values, Definitions definitions, Value block) {
    this.values = values;
    this.definitions = definitions;
    this.block = block;
  }

  /** {@code grid}, with its busiest loop asking for what the next block touches. */
  static Op ask(LowOp.Grid grid, Definitions definitions, Values values) {
    return new NextBlock(values, definitions, grid.blocks().getFirst()).in(grid);
  }

  private Op in(LowOp.Grid grid) {
    Traffic traffic = Traffic.of(grid, definitions);
    LoopPath busiest = traffic.busiest();
    if (busiest == null) {
      return grid;
    }
    List<Traffic.Stream> wanted = traffic.along(busiest);
    return Ops.mapBodies(grid, body -> enter(body, busiest, 0, wanted));
  }

  private Body enter(Body body, LoopPath path, int depth, List<Traffic.Stream> wanted) {
    return Ops.flatMap(
        body,
        op -> {
          if (!Ops.same(op, path.loops().get(depth))) {
            return List.of(op);
          }
          boolean isInnermost = depth == path.loops().size() - 1;
          return List.of(
              Ops.mapBodies(
                  op,
                  inner ->
                      isInnermost
                          ? ask(inner, path, wanted)
                          : enter(inner, path, depth + 1, wanted)));
        });
  }

  private Body ask(Body body, LoopPath path, List<Traffic.Stream> wanted) {
    var out = new OpBuilder(values, path.innermost().loc());
    for (Traffic.Stream stream : wanted) {
      Value index = nextBlocks(stream, path, out);
      int perLine = Traffic.LINE_BYTES / stream.bytes();
      for (long at = 0; at < path.innermost().step(); at += perLine) {
        Value line = at == 0 ? index : out.binary(BinaryOperator.ADD, index, out.i64(at));
        out.add(new LowOp.Prefetch(stream.memory(), line, out.loc()));
      }
    }
    body.ops().forEach(out::add);
    return out.build();
  }

  /** The stream's index in the next block, at the place that {@code path} has got to. */
  private Value nextBlocks(Traffic.Stream stream, LoopPath path, OpBuilder out) {
    var next = new Recomputation(definitions, Effect.Pure.class::isInstance);
    for (LowOp.For loop : stream.path().loops()) {
      long first = LinearForm.of(loop.lower(), definitions).constant();
      next.put(loop.index(), out.constant(loop.index().arithmetic(), first));
    }
    List<LowOp.For> from = stream.path().repeating(definitions);
    List<LowOp.For> to = path.repeating(definitions);
    for (int i = 0; i < from.size(); i++) {
      Value index = from.get(i).index();
      next.put(index, out.cast(index.dtype(), to.get(i).index()));
    }
    next.put(block, out.binary(BinaryOperator.ADD, block, out.constant(block.arithmetic(), 1)));
    return next.of(stream.index(), out);
  }
}
