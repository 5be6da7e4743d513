package dev.kiln.lower.thread;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.View;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The body of a pipelined loop whose last product may be under way while the next iteration begins,
 * beside its first product and what follows that one until the last one's sum is needed. In
 * attention: scores, weights, and the sum that is weighted.
 *
 * <pre>
 * for each iteration: head, middle, last
 * =&gt;
 * for each iteration: head | last of the one before, middle | until it needs the last one's sum
 * last of the last iteration
 * </pre>
 *
 * @param head what leads to the first product, and that product
 * @param middle what stands between the two products
 * @param ofFirst the copies that only the first product reads
 * @param ofLast the copies that only the last product reads
 */
record Stagger(
    List<Op> head,
    TileOp.Gemm first,
    List<Op> middle,
    TileOp.Gemm last,
    List<TileOp.Copy> ofFirst,
    List<TileOp.Copy> ofLast) {
  /** Registers that a thread needs beside those of the products. */
  private static final int OTHER_REGISTERS = 40;

  /** How the body of {@code loop} is cut; null when its products have to follow each other. */
  static @Nullable Stagger of(
      TileOp.Pipelined loop,
      List<TileOp.Copy> copies,
      Pipelines pipelines,
      Definitions definitions,
      int registers) {
    var ops = new ArrayList<>(loop.body().ops());
    ops.removeAll(copies);
    int start = 0;
    while (start < ops.size() && isIdle(ops.get(start), pipelines)) {
      start++;
    }
    if (start >= ops.size() - 1
        || !(ops.get(start) instanceof TileOp.Gemm first)
        || !(ops.getLast() instanceof TileOp.Gemm last)
        || !pipelines.isOfWarpgroups(first)
        || !pipelines.isOfWarpgroups(last)) {
      return null;
    }
    List<Op> middle = ops.subList(start + 1, ops.size() - 1);
    var bases = new Bases(definitions);
    List<TileOp.Copy> ofFirst = bases.readBy(first, copies);
    List<TileOp.Copy> ofLast = bases.readBy(last, copies);
    var stagger = new Stagger(ops.subList(0, start + 1), first, middle, last, ofFirst, ofLast);
    boolean isSo =
        pipelines.isFresh(first)
            && ofFirst.size() + ofLast.size() == copies.size()
            && !ofFirst.isEmpty()
            && !ofLast.isEmpty()
            && stagger.areApart(bases)
            && stagger.registers() + OTHER_REGISTERS <= registers;
    return isSo ? stagger : null;
  }

  /** Nothing that a thread would have to wait for. */
  private static boolean isIdle(Op op, Pipelines pipelines) {
    return op instanceof Effect.Pure
        || (op instanceof TileOp.Fill fill && pipelines.isNeedless(fill));
  }

  /** Whether neither product touches what the other does, and no other operation their copies. */
  private boolean areApart(Bases bases) {
    Set<Value> ofFirstProduct = bases.of(first);
    Set<Value> ofLastProduct = bases.of(last);
    Set<Value> between = bases.of(middle);
    var unchanged = new HashSet<>(ofFirstProduct);
    unchanged.remove(bases.of(first.accumulator()));
    return ofFirstProduct.stream().noneMatch(ofLastProduct::contains)
        && unchanged.stream().noneMatch(between::contains)
        && !between.contains(bases.of(last.right()))
        && ThreadContext.spread(bases.of(last.left())) != null
        && bases.isWhole(last.left())
        && bases.isWhole(last.right());
  }

  /** Of a thread, 4 bytes each, for the sums and the left operand of the last product. */
  private int registers() {
    return Stream.of(first.accumulator(), last.accumulator(), last.left())
        .map(value -> (Type.TileType) value.type())
        .filter(tile -> tile.layout() instanceof Layout.Fragment)
        .mapToInt(
            tile -> ((Layout.Fragment) tile.layout()).registers() * tile.element().bytes() / 4)
        .sum();
  }

  /** Whether {@code op} touches registers that the last product uses. */
  boolean needsLast(Op op, Definitions definitions) {
    var bases = new Bases(definitions);
    Set<Value> touched = bases.of(List.of(op));
    return touched.contains(bases.of(last.accumulator()))
        || touched.contains(bases.of(last.left()));
  }

  /** The tiles and tensors behind views. */
  private record Bases(Definitions definitions) {
    Value of(Value buffer) {
      return View.of(buffer, definitions).base();
    }

    Set<Value> of(TileOp.Gemm gemm) {
      return Stream.of(gemm.left(), gemm.right(), gemm.accumulator())
          .map(this::of)
          .collect(Collectors.toSet());
    }

    /** All that operations touch, with those of their bodies; views alone touch nothing. */
    Set<Value> of(List<Op> ops) {
      var touched = new HashSet<Value>();
      for (Op op : ops) {
        Ops.walk(
            Body.of(op),
            inner -> {
              if (!(inner instanceof Effect.Pure)) {
                Ops.operands(inner).stream()
                    .filter(Bases::isBuffer)
                    .map(this::of)
                    .forEach(touched::add);
              }
            });
      }
      return touched;
    }

    private static boolean isBuffer(Value value) {
      return value.type() instanceof Type.TileType
          || value.type() instanceof Type.RegionType
          || value.type() instanceof Type.TensorType;
    }

    List<TileOp.Copy> readBy(TileOp.Gemm gemm, List<TileOp.Copy> copies) {
      Set<Value> operands = of(gemm);
      return copies.stream().filter(copy -> operands.contains(copy.target())).toList();
    }

    /** Whether a view begins where its tile does. */
    boolean isWhole(Value buffer) {
      return View.of(buffer, definitions).axes().stream()
          .allMatch(axis -> axis.offsets().isEmpty());
    }
  }
}
