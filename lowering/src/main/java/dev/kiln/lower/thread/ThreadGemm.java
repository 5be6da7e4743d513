package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Factors;
import dev.kiln.lower.tileop.Side;
import dev.kiln.pass.Machine;
import java.util.List;

/**
 * Computes a product by the matrix instruction that the accumulator's layout was made for, or,
 * where there is none, element by element by those who hold the accumulator.
 */
final class ThreadGemm {
  private final Side left;
  private final Side right;
  private final Side accumulator;
  private final Shape shape;
  private final int depth;
  private final Precision precision;
  private final DType computed;
  private final ThreadContext context;

  private ThreadGemm(TileOp.Gemm gemm, OpBuilder out, ThreadContext context) {
    this.context = context;
    this.left = Side.of(gemm.left(), out, context.lowering());
    this.right = Side.of(gemm.right(), out, context.lowering());
    this.accumulator = Side.of(gemm.accumulator(), out, context.lowering());
    this.shape = ((Type.TileType) gemm.accumulator().type()).shape();
    this.depth = ((Type.TileType) gemm.left().type()).shape().extent(1);
    this.precision = gemm.precision();
    this.computed = accumulator.element().computed();
  }

  static void lower(TileOp.Gemm gemm, OpBuilder out, ThreadContext context) {
    Layout.Fragment spread = ThreadContext.spread(gemm.accumulator());
    Machine machine = context.lowering().machine();
    WarpTiling tiling = context.pipelines().tiling(gemm);
    ThreadContext.phase(
        out,
        inner -> {
          if (tiling != null && WarpgroupGemm.computes(gemm, tiling, machine)) {
            WarpgroupGemm.lower(gemm, tiling, inner, context);
            if (context.pipelines().isOpen(gemm)) {
              WarpgroupGemm.awaitBefore(gemm, inner, context);
            } else if (!tiling.isRough() && !context.pipelines().isAwaitedByLoop(gemm)) {
              WarpgroupGemm.await(gemm, 0, inner, context);
            }
          } else if (tiling != null) {
            new WarpGemm(gemm, tiling, inner, context).lower(inner);
          } else if (spread != null) {
            new ThreadGemm(gemm, inner, context).byHolders(spread, inner);
          } else {
            new ThreadGemm(gemm, inner, context).inTurn(inner);
          }
        });
  }

  /** For each step along the depth all elements that are held, whose operands meet again. */
  private void byHolders(Layout.Fragment layout, OpBuilder out) {
    out.loop(
        out.i64(0),
        out.i64(depth),
        1,
        (inner, k) ->
            new HeldElements(layout, shape, context)
                .each(
                    inner,
                    (body, element) -> {
                      Value isInside = element.isInside();
                      if (isInside == null) {
                        step(element.index(), element.register(), k, body);
                      } else {
                        body.when(
                            isInside, then -> step(element.index(), element.register(), k, then));
                      }
                    }));
  }

  private void step(List<Value> index, Value place, Value k, OpBuilder out) {
    Value before = accumulator.loadComputed(place, 1, out);
    accumulator.storeComputed(place, added(before, index, k, out), null, out);
  }

  private void inTurn(OpBuilder out) {
    context.share(
        out.i64(shape.elements()),
        out,
        (inner, number) -> {
          List<Value> index =
              List.of(
                  ThreadContext.digit(number, shape.extent(1), shape.extent(0), inner),
                  ThreadContext.digit(number, 1, shape.extent(1), inner));
          Value place = accumulator.offset(index, inner);
          Value sum = inner.cell(accumulator.loadComputed(place, 1, inner), "");
          inner.loop(
              inner.i64(0),
              inner.i64(depth),
              1,
              (body, k) -> body.write(sum, added(body.read(sum), index, k, body)));
          accumulator.storeComputed(place, inner.read(sum), null, inner);
        });
  }

  private Value added(Value sum, List<Value> index, Value k, OpBuilder out) {
    Value a = left.loadComputed(left.offset(List.of(index.get(0), k), out), 1, out);
    Value b = right.loadComputed(right.offset(List.of(k, index.get(1)), out), 1, out);
    Value wideA = Factors.of(a, computed, precision, out);
    Value wideB = Factors.of(b, computed, precision, out);
    return computed.isFloat()
        ? out.fma(wideA, wideB, sum, /* exact= */ false)
        : out.binary(BinaryOperator.ADD, sum, out.binary(BinaryOperator.MUL, wideA, wideB));
  }
}
