package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reduces a tile over one axis.
 *
 * <p>In registers each thread first reduces what it holds, then the threads of a warp exchange
 * their results, then, where a line is spread over several warps, the block does through memory. In
 * memory a warp takes a line.
 */
final class ThreadReduce {
  private final TileOp.Reduce reduce;
  private final ThreadContext context;
  private final Side source;
  private final Side target;
  private final Shape shape;
  private final Shape targetShape;
  private final Combining combining;

  private ThreadReduce(TileOp.Reduce reduce, OpBuilder out, ThreadContext context) {
    this.reduce = reduce;
    this.context = context;
    this.source = Side.of(reduce.source(), out, context.lowering());
    this.target = Side.of(reduce.target(), out, context.lowering());
    this.shape = ((Type.TileType) reduce.source().type()).shape();
    this.targetShape = ((Type.TileType) reduce.target().type()).shape();
    this.combining = new Combining(reduce.kind(), source.element().computed());
  }

  static void lower(TileOp.Reduce reduce, OpBuilder out, ThreadContext context) {
    Layout.Fragment spread = ThreadContext.spread(reduce.source());
    var lowering = new ThreadReduce(reduce, out, context);
    if (spread == null) {
      ThreadContext.phase(out, lowering::byWarps);
    } else {
      lowering.inRegisters(spread, out);
    }
  }

  // Registers

  private void inRegisters(Layout.Fragment layout, OpBuilder out) {
    Layout.Fragment reduced = reduced(layout);
    Value partial = ThreadContext.registers(combining.computed(), reduced.registers(), out);
    ThreadContext.phase(
        out,
        inner -> {
          HeldElements.each(
              reduced.registers(),
              inner,
              (body, register) -> body.store(partial, register, combining.identity(body), null));
          new HeldElements(layout, shape, context)
              .each(inner, (body, element) -> take(layout, element, partial, body));
          exchange(layout, reduced, partial, inner);
        });
    acrossWarps(layout, reduced, partial, out);
    ThreadContext.phase(out, inner -> finish(reduced, partial, inner));
  }

  private Layout.Fragment reduced(Layout.Fragment layout) {
    return shape.rank() == 1
        ? new Layout.Fragment(List.of(List.of()))
        : layout.without(reduce.axis());
  }

  private void take(
      Layout.Fragment layout, HeldElements.Element element, Value partial, OpBuilder out) {
    Value held = source.loadComputed(element.register(), 1, out);
    Value taken = combining.taken(held, out);
    if (element.isInside() != null) {
      taken = out.select(element.isInside(), taken, combining.identity(out));
    }
    Value at = HeldElements.without(layout, reduce.axis(), element.register(), out);
    Value before = out.load(partial, at, 1, null);
    out.store(partial, at, combining.join(before, taken, out), null);
  }

  private List<Mode> digits(Layout.Fragment layout) {
    return layout.axes().get(reduce.axis()).stream().filter(Mode::isThreads).toList();
  }

  /** Whether the threads that a digit counts are all of one warp, and their number a power. */
  private static boolean isOfWarp(Mode digit) {
    return digit.stride() * digit.extent() <= WarpTiling.WARP
        && Integer.bitCount(digit.extent()) == 1
        && Integer.bitCount(digit.stride()) == 1;
  }

  private void exchange(
      Layout.Fragment layout, Layout.Fragment reduced, Value partial, OpBuilder out) {
    for (Mode digit : split(digits(layout))) {
      if (isOfWarp(digit)) {
        for (int mask = digit.stride(); mask < digit.stride() * digit.extent(); mask *= 2) {
          int bit = mask;
          HeldElements.each(
              reduced.registers(),
              out,
              (body, register) -> {
                Value own = body.load(partial, register, 1, null);
                Value others = body.values().like(own);
                body.add(new LowOp.ExchangeThreads(others, own, bit, body.loc()));
                body.store(partial, register, combining.join(own, others, body), null);
              });
        }
      }
    }
  }

  /** The digits, one that counts threads within and beyond a warp cut into two. */
  private static List<Mode> split(List<Mode> digits) {
    var parts = new ArrayList<Mode>();
    for (Mode digit : digits) {
      int within = WarpTiling.WARP / digit.stride();
      boolean isPower =
          Integer.bitCount(digit.extent()) == 1 && Integer.bitCount(digit.stride()) == 1;
      if (isPower && within > 1 && digit.extent() > within) {
        parts.add(Mode.threads(within, digit.stride()));
        parts.add(Mode.threads(digit.extent() / within, WarpTiling.WARP));
      } else {
        parts.add(digit);
      }
    }
    return parts;
  }

  /** Joins what threads hold that differ in digits beyond a warp, through memory of the block. */
  private void acrossWarps(
      Layout.Fragment layout, Layout.Fragment reduced, Value partial, OpBuilder out) {
    for (Mode digit : split(digits(layout))) {
      if (!isOfWarp(digit)) {
        int registers = reduced.registers();
        Value scratch =
            ThreadContext.shared(combining.computed(), (long) context.threads() * registers, out);
        ThreadContext.phase(
            out,
            inner ->
                HeldElements.each(
                    registers,
                    inner,
                    (body, register) ->
                        body.store(
                            scratch,
                            place(register, context.thread(), body),
                            body.load(partial, register, 1, null),
                            null)));
        ThreadContext.phase(
            out,
            inner ->
                HeldElements.each(
                    registers,
                    inner,
                    (body, register) -> gather(digit, scratch, partial, register, body)));
      }
    }
  }

  private void gather(Mode digit, Value scratch, Value partial, Value register, OpBuilder out) {
    Value own = ThreadContext.digit(context.thread(), digit.stride(), digit.extent(), out);
    Value first = Indices.subtract(context.thread(), Indices.times(own, digit.stride(), out), out);
    Value sum = null;
    for (int other = 0; other < digit.extent(); other++) {
      Value thread = Indices.plus(first, (long) other * digit.stride(), out);
      Value value = out.load(scratch, place(register, thread, out), 1, null);
      sum = sum == null ? value : combining.join(sum, value, out);
    }
    out.store(partial, register, Objects.requireNonNull(sum), null);
  }

  private Value place(Value register, Value thread, OpBuilder out) {
    return Indices.add(Indices.times(register, context.threads(), out), thread, out);
  }

  private void finish(Layout.Fragment reduced, Value partial, OpBuilder out) {
    boolean isHeld = ThreadContext.spread(reduce.target()) != null;
    Value writer = isHeld ? null : context.isFirstHolder(reduced, out);
    new HeldElements(reduced, targetShape, context)
        .each(
            out,
            (inner, element) -> {
              Value place = isHeld ? element.register() : target.offset(element.index(), inner);
              Value mask = isHeld ? null : Indices.and(element.isInside(), writer, inner);
              Value result = inner.load(partial, element.register(), 1, null);
              store(place, result, mask, inner);
            });
  }

  private void store(Value place, Value result, @Nullable Value mask, OpBuilder out) {
    DType element = target.element().computed();
    Value converted = out.cast(element, result);
    if (!reduce.clear()) {
      Value old =
          context.lowering().toComputed(target.load(place, 1, mask, out), target.base(), out);
      converted = new Combining(reduce.kind(), element).join(old, converted, out);
    }
    target.storeComputed(place, converted, mask, out);
  }

  // Memory

  private void byWarps(OpBuilder out) {
    Value warp = out.binary(BinaryOperator.DIV, context.thread(), out.i64(WarpTiling.WARP));
    Value lane = ThreadContext.digit(context.thread(), 1, WarpTiling.WARP, out);
    out.loop(
        warp,
        out.i64(targetShape.elements()),
        context.threads() / WarpTiling.WARP,
        (inner, line) -> line(line, lane, inner));
  }

  private void line(Value line, Value lane, OpBuilder out) {
    List<Value> position = new ArrayList<>();
    int stride = 1;
    for (int axis = targetShape.rank() - 1; axis >= 0; axis--) {
      position.addFirst(ThreadContext.digit(line, stride, targetShape.extent(axis), out));
      stride *= targetShape.extent(axis);
    }
    Value cell = out.cell(combining.identity(out), "");
    out.loop(
        lane,
        out.i64(shape.extent(reduce.axis())),
        WarpTiling.WARP,
        (inner, k) -> {
          var index = new ArrayList<>(shape.rank() == 1 ? List.of() : position);
          index.add(reduce.axis(), k);
          Value element = source.loadComputed(source.offset(index, inner), 1, inner);
          inner.write(
              cell, combining.join(inner.read(cell), combining.taken(element, inner), inner));
        });
    Value sum = out.read(cell);
    for (int mask = 1; mask < WarpTiling.WARP; mask *= 2) {
      Value others = out.values().like(sum);
      out.add(new LowOp.ExchangeThreads(others, sum, mask, out.loc()));
      sum = combining.join(sum, others, out);
    }
    Value isFirst = out.compare(CompareOperator.EQ, lane, out.i64(0));
    store(target.offset(position, out), sum, isFirst, out);
  }
}
