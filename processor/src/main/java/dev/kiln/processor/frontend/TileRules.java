package dev.kiln.processor.frontend;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the words on whole tiles ask of their operands: scopes, ranks, shapes and element types. */
final class TileRules {
  private final Findings findings;
  private final Dimensions dimensions;

  TileRules(Findings findings, Dimensions dimensions) {
    this.findings = findings;
    this.dimensions = dimensions;
  }

  /** What a word does with an operand. */
  enum Side {
    READ,
    WRITTEN;

    /** How a tensor in memory is brought to where the word can work on it. */
    private String cure(String operation, Buffer tensor) {
      return switch (this) {
        case READ ->
            "Copy a region of it to a tile first, as in copy(%s.at(...), tile)."
                .formatted(tensor.name());
        case WRITTEN ->
            "Let %s write a tile, and copy that behind it, as in copy(tile, %s.at(...))."
                .formatted(operation, tensor.name());
      };
    }
  }

  /** The operand as an on-chip tile; null when it is none, which is reported. */
  @Nullable Buffer tile(String operation, Operand operand, Side side) {
    if (!(operand.term() instanceof Buffer buffer)) {
      notABuffer(operand);
      return null;
    }
    if (!buffer.isTile()) {
      findings.refuse(
          Code.SCOPE_MISUSE,
          operand.loc(),
          operation,
          "an on-chip tile",
          buffer.name(),
          "a tensor in global memory",
          side.cure(operation, buffer));
      return null;
    }
    return buffer;
  }

  /** The operand as an on-chip tile of two dimensions. */
  @Nullable Buffer matrix(String operation, Operand operand, Side side) {
    Buffer tile = tile(operation, operand, side);
    if (tile != null && tile.rank() != 2) {
      blame(
          List.of(tile), Code.RANK_MISMATCH, operand.loc(), operation, 2, tile.name(), tile.rank());
      return null;
    }
    return tile;
  }

  /** Reports a mistake with the places that the tiles and tensors it is about come from. */
  private void blame(List<Buffer> buffers, Code code, Loc loc, Object... arguments) {
    findings.refuse(dimensions.blaming(buffers, Diagnostic.of(code, loc, arguments)));
  }

  /** Reports a term that is no tensor or tile where one is needed. */
  Term notABuffer(Operand operand) {
    return operand.term().isFailed()
        ? Term.FAILED
        : findings.refuse(
            Code.TYPE_MISMATCH,
            operand.loc(),
            Term.describe(operand.term()),
            "a tensor or tile",
            "Name a tensor parameter, or a tile made by shared, fragment or local.");
  }

  // Copies

  /** Whether one side can be copied to the other, which is reported if not. */
  boolean copies(Operand source, Operand target, Loc loc) {
    Buffer from = copied(source);
    Buffer to = copied(target);
    if (from == null || to == null) {
      return false;
    }
    List<Integer> fromExtents = extents(source.term());
    List<Integer> toExtents = extents(target.term());
    if (fromExtents == null && toExtents == null) {
      findings.refuse(
          Code.TARGET_NOT_REGION,
          loc,
          "'" + from.name() + "' to '" + to.name() + "' without a size",
          "Make one side a whole tile, which says how much is copied.");
      return false;
    }
    if ((from.type().element() == DType.BOOL) != (to.type().element() == DType.BOOL)) {
      findings.refuse(
          Code.DTYPE_MISMATCH,
          loc,
          "copy",
          from.type().element().text() + " and " + to.type().element().text(),
          "Convert element by element within parallel, as in %s.set(..., %s.get(...) %s)."
              .formatted(
                  to.name(),
                  from.name(),
                  from.type().element() == DType.BOOL ? "? 1 : 0" : "!= 0"));
      return false;
    }
    if (fromExtents != null && toExtents != null) {
      return haveOneShape(from, fromExtents, to, toExtents, loc);
    }
    return fromExtents != null
        ? covers(target, to, fromExtents.size())
        : covers(source, from, Objects.requireNonNull(toExtents).size());
  }

  private @Nullable Buffer copied(Operand operand) {
    return switch (operand.term()) {
      case Buffer buffer -> buffer;
      case Region region -> region.buffer();
      case Term.Scalar _, Term.Element _, Term.Absent _ -> {
        notABuffer(operand);
        yield null;
      }
    };
  }

  /** The extents that a side brings along; null when they come from the other side. */
  private static @Nullable List<Integer> extents(Term side) {
    return side instanceof Buffer buffer && buffer.isTile() ? buffer.extents() : null;
  }

  private boolean haveOneShape(
      Buffer from, List<Integer> fromExtents, Buffer to, List<Integer> toExtents, Loc loc) {
    if (fromExtents.equals(toExtents)) {
      return true;
    }
    blame(
        List.of(from, to),
        Code.SHAPE_MISMATCH,
        loc,
        "copy",
        from.name(),
        Term.extentText(fromExtents),
        to.name(),
        Term.extentText(toExtents),
        fromExtents.equals(toExtents.reversed())
            ? "Write %s for the transposed view, or make the shapes equal."
                .formatted(from.transposed().name())
            : "Make the shapes equal, or name a part of the larger tile, as in %s.at(0)."
                .formatted((size(fromExtents) > size(toExtents) ? from : to).name()));
    return false;
  }

  private static long size(List<Integer> extents) {
    return extents.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
  }

  private boolean covers(Operand side, Buffer buffer, int rank) {
    if (buffer.rank() >= rank) {
      return true;
    }
    blame(
        List.of(buffer),
        Code.RANK_MISMATCH,
        side.loc(),
        "copy of a tile of rank " + rank,
        "at least " + rank,
        buffer.name(),
        buffer.rank());
    return false;
  }

  // Products

  /**
   * Whether three tiles fit as factors and sum of a product; if not, it is reported at the one that
   * is to be changed.
   *
   * @param locs the places of the three
   */
  boolean multiplies(Buffer left, Buffer right, Buffer sum, List<Loc> locs) {
    if (sum.isTransposed()) {
      findings.refuse(
          Code.UNSUPPORTED_EXPRESSION,
          locs.get(2),
          "A transposed accumulator",
          "Swap the factors: gemm(b.t(), a.t(), accumulator).");
      return false;
    }
    List<Integer> a = left.extents();
    List<Integer> b = right.extents();
    List<Integer> c = sum.extents();
    if (!a.get(1).equals(b.get(0)) || !c.equals(List.of(a.get(0), b.get(1)))) {
      Repair repair = repair(left, right, c);
      blame(
          List.of(left, right, sum),
          Code.GEMM_SHAPE,
          locs.get(repair.operand()),
          Term.extentText(a),
          Term.extentText(b),
          Term.extentText(c),
          repair.cure());
      return false;
    }
    if (left.type().element().multiplies(right.type().element())) {
      return haveOneFamily("gemm", List.of(left, right, sum), locs.get(2));
    }
    blame(
        List.of(left, right),
        Code.DTYPE_MISMATCH,
        locs.get(1),
        "gemm of different element types",
        elements(List.of(left, right)),
        "Make both %s, by copying '%s' to a tile of it first; copy converts."
            .formatted(left.type().element().text(), right.name()));
    return false;
  }

  /** What makes the shapes of a product fit: which of the three operands, and how. */
  private record Repair(int operand, String cure) {}

  private static String elements(List<Buffer> buffers) {
    return String.join(
        ", ", buffers.stream().map(buffer -> buffer.type().element().text()).toList());
  }

  private static Repair repair(Buffer left, Buffer right, List<Integer> c) {
    if (fits(left, right.transposed(), c)) {
      return new Repair(1, "Write " + right.transposed().name() + " for the second factor.");
    }
    if (fits(left.transposed(), right, c)) {
      return new Repair(0, "Write " + left.transposed().name() + " for the first factor.");
    }
    List<Integer> a = left.extents();
    List<Integer> b = right.extents();
    if (a.get(1).equals(b.get(0))) {
      return new Repair(
          2, "Make the accumulator " + Term.extentText(List.of(a.get(0), b.get(1))) + ".");
    }
    return a.get(0).equals(c.get(0))
        ? new Repair(
            1,
            "Make the second factor %s, with as many rows as the first has columns."
                .formatted(Term.extentText(List.of(a.get(1), c.get(1)))))
        : new Repair(
            0,
            "Make the first factor %s, with as many columns as the second has rows."
                .formatted(Term.extentText(List.of(c.get(0), b.get(0)))));
  }

  private static boolean fits(Buffer left, Buffer right, List<Integer> c) {
    return left.extents().get(1).equals(right.extents().get(0))
        && c.equals(List.of(left.extents().get(0), right.extents().get(1)));
  }

  private boolean haveOneFamily(String operation, List<Buffer> buffers, Loc loc) {
    List<DType> computed =
        buffers.stream().map(buffer -> buffer.type().element().computed()).distinct().toList();
    if (computed.size() == 1 && computed.getFirst() != DType.BOOL) {
      return true;
    }
    blame(
        buffers,
        Code.DTYPE_MISMATCH,
        loc,
        operation,
        elements(buffers),
        "Use tiles of one family: f16, bf16 and f32, or i8, i16, i32 and u8, or all i64 or f64.");
    return false;
  }

  // Reductions

  /** The axes that there are, for the cure of a message. */
  static String axes(int rank) {
    return rank == 1 ? "0" : "0 to " + (rank - 1);
  }

  /** Whether a reduction fits its target, which is reported if not. */
  boolean reduces(
      String operation, Buffer source, Buffer target, Loc targetLoc, int axis, Loc axisLoc) {
    if (axis < 0 || axis >= source.rank()) {
      blame(List.of(source), Code.AXIS_RANGE, axisLoc, source.name(), axis, axes(source.rank()));
      return false;
    }
    List<Integer> expected = new ArrayList<>(source.extents());
    expected.subList(axis, axis + 1).clear();
    if (expected.isEmpty()) {
      expected.add(1);
    }
    if (!expected.equals(target.extents())) {
      blame(
          List.of(source, target),
          Code.REDUCE_SHAPE,
          targetLoc,
          Term.extentText(source.extents()),
          axis,
          Term.extentText(expected),
          Term.extentText(target.extents()));
      return false;
    }
    return haveOneFamily(operation, List.of(source, target), targetLoc);
  }
}
