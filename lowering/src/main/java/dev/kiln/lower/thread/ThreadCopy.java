package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.tileop.CopyMove;
import dev.kiln.lower.tileop.CopyRanges;
import dev.kiln.lower.tileop.CopySide;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.LoweringContext;
import dev.kiln.lower.tileop.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shares a copy out. What lies in registers is moved by its holders, once where several hold the
 * same; between two places in memory each thread moves 16 bytes of neighbours in turn where both
 * sides have them whole and aligned, and element by element elsewhere.
 */
final class ThreadCopy {
  private static final int VECTOR_BYTES = 16;

  private final TileOp.Copy copy;
  private final ThreadContext context;
  private final LoweringContext lowering;
  private final Shape extents;

  private ThreadCopy(TileOp.Copy copy, ThreadContext context) {
    this.copy = copy;
    this.context = context;
    this.lowering = context.lowering();
    this.extents =
        ((Type.TileType)
                (copy.target().type() instanceof Type.TileType
                    ? copy.target().type()
                    : copy.source().type()))
            .shape();
  }

  static void lower(TileOp.Copy copy, OpBuilder out, ThreadContext context) {
    new ThreadCopy(copy, context).lower(out);
  }

  private void lower(OpBuilder out) {
    Layout.Fragment source = ThreadContext.spread(copy.source());
    Layout.Fragment target = ThreadContext.spread(copy.target());
    if (source != null && target != null) {
      if (source.equals(target)) {
        ThreadContext.phase(out, inner -> rename(source, inner));
      } else {
        throughMemory(source, target, out);
      }
    } else if (source != null) {
      ThreadContext.phase(out, inner -> store(source, inner));
    } else if (target != null) {
      ThreadContext.phase(out, inner -> load(target, inner));
    } else if (context.pipelines().isStarted(copy)) {
      ThreadContext.phase(out, this::start);
    } else {
      ThreadContext.phase(out, this::move);
    }
  }

  // Registers

  /** Two at a time where there are two: one conversion packs both. */
  private void rename(Layout.Fragment layout, OpBuilder out) {
    int lanes = layout.registers() % 2 == 0 ? 2 : 1;
    HeldElements.each(
        layout.registers() / lanes,
        out,
        (inner, group) -> {
          Side from = Side.of(copy.source(), inner, lowering);
          Side to = Side.of(copy.target(), inner, lowering);
          Value register = Indices.times(group, lanes, inner);
          Value raw = from.load(register, lanes, null, inner);
          inner.store(to.memory(), register, CopyMove.convert(raw, from, to, inner), null);
        });
  }

  private void store(Layout.Fragment layout, OpBuilder out) {
    Side from = Side.of(copy.source(), out, lowering);
    CopySide to = CopySide.of(copy.target(), extents, out, lowering);
    var place = new Place(to, to.ranges(out), context.isFirstHolder(layout, out));
    held(
        new HeldElements(layout, extents, context),
        place,
        out,
        (body, part, count, mask) -> {
          Value raw = from.load(part.register(), count, null, body);
          Value converted = CopyMove.convert(raw, from, to.side(), body);
          body.store(to.side().memory(), place(to, part, count, body), converted, mask);
        });
  }

  private void load(Layout.Fragment layout, OpBuilder out) {
    CopySide from = CopySide.of(copy.source(), extents, out, lowering);
    Side to = Side.of(copy.target(), out, lowering);
    held(
        new HeldElements(layout, extents, context),
        new Place(from, from.ranges(out), null),
        out,
        (body, part, count, mask) -> {
          Value raw = from.side().load(place(from, part, count, body), count, mask, body);
          Value converted = CopyMove.convert(raw, from.side(), to, body);
          body.store(to.memory(), part.register(), converted, null);
        });
  }

  /** One test says whether all of it can be moved whole; where not, every group has its own. */
  private void held(HeldElements held, Place place, OpBuilder out, Move move) {
    int lanes = lanes(held, place.side());
    HeldElements.Body guardedGroup =
        (body, element) -> vectorised(lanes, element, place, body, move);
    if (held.hasPadding()) {
      held.eachGroup(lanes, out, guardedGroup);
      return;
    }
    Consumer<OpBuilder> all =
        to -> held.eachGroup(lanes, to, (body, element) -> move.fill(body, element, lanes, null));
    Body plain =
        out.nested(
            inner -> {
              if (place.isAsked() == null) {
                all.accept(inner);
              } else {
                inner.when(place.isAsked(), all);
              }
            });
    Body guarded = out.nested(inner -> held.eachGroup(lanes, inner, guardedGroup));
    out.add(new LowOp.If(isWhole(place.side(), lanes, out), plain, guarded, out.loc()));
  }

  /** Whether a side holds the whole copy, with rows that begin at multiples of the lanes. */
  private static Value isWhole(CopySide side, int lanes, OpBuilder out) {
    Value isInside = side.isAllInside(out);
    Value areAligned = side.areRowsAligned(lanes, out);
    return isInside == null ? areAligned : out.binary(BinaryOperator.AND, isInside, areAligned);
  }

  /**
   * The side of a copy that lies in memory, what of it exists, and whether this thread is asked.
   */
  private record Place(CopySide side, CopyRanges ranges, @Nullable Value isAsked) {}

  /** Moves {@code count} neighbours, under a mask where there is one. */
  @FunctionalInterface
  private interface Move {
    void fill(OpBuilder out, HeldElements.Element first, int count, @Nullable Value mask);
  }

  /** All lanes at once where they are inside and aligned, else one after the other. */
  private void vectorised(
      int lanes, HeldElements.Element element, Place place, OpBuilder out, Move move) {
    if (lanes == 1) {
      move.fill(
          out, element, 1, Indices.and(inside(place.ranges(), element, out), place.isAsked(), out));
      return;
    }
    var counts = new ArrayList<>(Collections.nCopies(extents.rank(), 1));
    counts.set(extents.rank() - 1, lanes);
    Value isInside =
        Indices.and(element.isInside(), place.ranges().contain(element.index(), counts, out), out);
    Value offset = place.side().offset(element.index(), out);
    Value rest = out.binary(BinaryOperator.AND, offset, out.i64(lanes - 1L));
    Value isAligned = out.compare(CompareOperator.EQ, rest, out.i64(0));
    Value isWhole = Objects.requireNonNull(Indices.and(isInside, isAligned, out));
    Body whole = out.nested(inner -> move.fill(inner, element, lanes, null));
    Body parts =
        out.nested(
            inner -> {
              for (int lane = 0; lane < lanes; lane++) {
                HeldElements.Element part = element.next(lane, inner);
                move.fill(inner, part, 1, inside(place.ranges(), part, inner));
              }
            });
    var branch = new LowOp.If(isWhole, whole, parts, out.loc());
    if (place.isAsked() == null) {
      out.add(branch);
    } else {
      out.when(place.isAsked(), inner -> inner.add(branch));
    }
  }

  private static Value place(
      CopySide side, HeldElements.Element element, int count, OpBuilder out) {
    Value offset = side.offset(element.index(), out);
    return count == 1 ? offset : Step.aligned(offset, count, out);
  }

  /** How many neighbours a thread moves at once. */
  private int lanes(HeldElements held, CopySide memory) {
    int lanes = Math.min(held.neighbours(), VECTOR_BYTES / memory.side().storage().bytes());
    return memory.isVector(extents.rank() - 1, lanes) ? lanes : 1;
  }

  private @Nullable Value inside(CopyRanges ranges, HeldElements.Element element, OpBuilder out) {
    List<Integer> ones = Collections.nCopies(extents.rank(), 1);
    return Indices.and(element.isInside(), ranges.contain(element.index(), ones, out), out);
  }

  /** Registers that lie otherwise: by way of memory of the block's. */
  private void throughMemory(Layout.Fragment source, Layout.Fragment target, OpBuilder out) {
    Side from = Side.of(copy.source(), out, lowering);
    Side to = Side.of(copy.target(), out, lowering);
    Layout rows = Layout.rowMajor(extents.extents(), extents.extent(extents.rank() - 1));
    Value scratch = ThreadContext.shared(to.storage(), extents.elements(), out);
    ThreadContext.phase(
        out,
        inner -> {
          Value writer = context.isFirstHolder(source, inner);
          new HeldElements(source, extents, context)
              .each(
                  inner,
                  (body, element) -> {
                    Value raw = from.load(element.register(), 1, null, body);
                    Value offset = Indices.offset(rows, element.index(), body);
                    Value mask = Indices.and(element.isInside(), writer, body);
                    body.store(scratch, offset, CopyMove.convert(raw, from, to, body), mask);
                  });
        });
    ThreadContext.phase(
        out,
        inner ->
            new HeldElements(target, extents, context)
                .each(
                    inner,
                    (body, element) -> {
                      Value offset = Indices.offset(rows, element.index(), body);
                      Value raw = body.load(scratch, offset, 1, element.isInside());
                      body.store(to.memory(), element.register(), raw, null);
                    }));
  }

  // Memory

  private void move(OpBuilder out) {
    CopySide from = CopySide.of(copy.source(), extents, out, lowering);
    CopySide to = CopySide.of(copy.target(), extents, out, lowering);
    CopyRanges readable = from.ranges(out);
    CopyRanges writable = to.ranges(out);
    int last = extents.rank() - 1;
    int lanes = lanes(from, to, last);
    int across = Math.ceilDiv(extents.extent(last), lanes);
    long chunks = extents.elements() / extents.extent(last) * across;
    var step = new Step(from, to, readable, writable);
    if (extents.extent(last) % lanes != 0) {
      context.share(
          out.i64(chunks),
          out,
          (body, number) -> step.any(indices(number, lanes, across, body), lanes, body));
      return;
    }
    Body plain =
        out.nested(
            inner ->
                context.share(
                    inner.i64(chunks),
                    inner,
                    (body, number) ->
                        step.vector(indices(number, lanes, across, body), lanes, body)));
    Body guarded =
        out.nested(
            inner ->
                context.share(
                    inner.i64(chunks),
                    inner,
                    (body, number) -> step.any(indices(number, lanes, across, body), lanes, body)));
    Value isWhole =
        out.binary(BinaryOperator.AND, isWhole(from, lanes, out), isWhole(to, lanes, out));
    out.add(new LowOp.If(isWhole, plain, guarded, out.loc()));
  }

  /** The same, but that it is only started: chunk by chunk where rows are aligned. */
  private void start(OpBuilder out) {
    CopySide from = CopySide.of(copy.source(), extents, out, lowering);
    CopySide to = CopySide.of(copy.target(), extents, out, lowering);
    CopyRanges readable = from.ranges(out);
    int last = extents.rank() - 1;
    int lanes = lanes(from, to, last);
    Body whole = out.nested(inner -> start(from, to, readable, lanes, inner));
    Body parts = out.nested(inner -> start(from, to, readable, 1, inner));
    out.add(new LowOp.If(from.areRowsAligned(lanes, out), whole, parts, out.loc()));
  }

  private void start(CopySide from, CopySide to, CopyRanges readable, int lanes, OpBuilder out) {
    int last = extents.rank() - 1;
    int across = extents.extent(last) / lanes;
    context.share(
        out.i64(extents.elements() / lanes),
        out,
        (body, number) -> {
          List<Value> at = indices(number, lanes, across, body);
          Value valid = readable.count(at, last, lanes, body);
          Value isAny = body.compare(CompareOperator.GT, valid, body.i64(0));
          Value source = Step.aligned(from.offset(at, body), lanes, body);
          body.add(
              new LowOp.StartCopy(
                  to.side().memory(),
                  Step.aligned(to.offset(at, body), lanes, body),
                  from.side().memory(),
                  body.select(isAny, source, body.i64(0)),
                  lanes,
                  body.cast(DType.I32, valid),
                  copy.loc()));
        });
  }

  private int lanes(CopySide from, CopySide to, int last) {
    int bytes = Math.max(from.side().storage().bytes(), to.side().storage().bytes());
    int lanes = VECTOR_BYTES / bytes;
    while (lanes > 1
        && !(from.isVector(last, lanes)
            && to.isVector(last, lanes)
            && extents.extent(last) % lanes == 0)) {
      lanes /= 2;
    }
    return lanes;
  }

  private List<Value> indices(Value number, int lanes, int across, OpBuilder out) {
    var indices = new ArrayList<Value>();
    Value column = ThreadContext.digit(number, 1, across, out);
    indices.add(Indices.times(column, lanes, out));
    int stride = across;
    for (int axis = extents.rank() - 2; axis >= 0; axis--) {
      indices.addFirst(ThreadContext.digit(number, stride, extents.extent(axis), out));
      stride *= extents.extent(axis);
    }
    return indices;
  }

  /** One thread's turn. */
  private record Step(CopySide from, CopySide to, CopyRanges readable, CopyRanges writable) {

    /** All lanes at once where they are whole, else one after the other. */
    void any(List<Value> at, int lanes, OpBuilder out) {
      if (lanes == 1) {
        one(at, out);
        return;
      }
      int last = at.size() - 1;
      Value isWhole = isWhole(at, lanes, out);
      Body whole = out.nested(body -> vector(at, lanes, body));
      Body parts =
          out.nested(
              body ->
                  body.loop(
                      body.i64(0),
                      body.i64(lanes),
                      1,
                      (part, lane) -> {
                        Value index = Indices.add(at.get(last), lane, part);
                        one(Side.with(at, last, index), part);
                      }));
      out.add(new LowOp.If(isWhole, whole, parts, out.loc()));
    }

    void one(List<Value> at, OpBuilder out) {
      List<Integer> ones = Collections.nCopies(at.size(), 1);
      Value reads = readable.contain(at, ones, out);
      Value writes = writable.contain(at, ones, out);
      Value raw = from.side().load(from.offset(at, out), 1, reads, out);
      Value converted = CopyMove.convert(raw, from.side(), to.side(), out);
      out.store(to.side().memory(), to.offset(at, out), converted, writes);
    }

    /** Whether both sides hold all lanes, beginning at a multiple of them. */
    Value isWhole(List<Value> at, int lanes, OpBuilder out) {
      var counts = new ArrayList<>(Collections.nCopies(at.size(), 1));
      counts.set(at.size() - 1, lanes);
      Value isInside =
          Indices.and(readable.contain(at, counts, out), writable.contain(at, counts, out), out);
      Value places = out.binary(BinaryOperator.OR, from.offset(at, out), to.offset(at, out));
      Value rest = out.binary(BinaryOperator.AND, places, out.i64(lanes - 1L));
      Value isAligned = out.compare(CompareOperator.EQ, rest, out.i64(0));
      return isInside == null ? isAligned : out.binary(BinaryOperator.AND, isInside, isAligned);
    }

    /** All lanes at once, at multiples of them, as {@link #isWhole} has seen. */
    void vector(List<Value> at, int lanes, OpBuilder out) {
      Value raw = from.side().load(aligned(from.offset(at, out), lanes, out), lanes, null, out);
      Value converted = CopyMove.convert(raw, from.side(), to.side(), out);
      out.store(to.side().memory(), aligned(to.offset(at, out), lanes, out), converted, null);
    }

    /** The same offset, a multiple of the lanes for whoever reads it. */
    private static Value aligned(Value offset, int lanes, OpBuilder out) {
      return out.binary(BinaryOperator.AND, offset, out.i64(-lanes));
    }
  }
}
