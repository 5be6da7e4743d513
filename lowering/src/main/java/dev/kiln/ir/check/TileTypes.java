package dev.kiln.ir.check;

import dev.kiln.ir.DType;
import dev.kiln.ir.Op;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.text.Printer;
import java.util.List;

/** The typing rules of the tile dialect. */
final class TileTypes {
  private static final int MOST_INDICES = 3;

  private final Findings findings;

  TileTypes(Findings findings) {
    this.findings = findings;
  }

  void check(TileOp op) {
    switch (op) {
      case TileOp.AllocTile alloc -> tile(op, alloc.tile(), "What is made");
      case TileOp.Anchor anchor -> anchor(anchor);
      case TileOp.Transpose transpose -> transpose(transpose);
      case TileOp.LoadElement load -> element(op, load.buffer(), load.indices(), load.result());
      case TileOp.StoreElement store -> element(op, store.buffer(), store.indices(), store.value());
      case TileOp.AtomicAdd add -> {
        element(op, add.buffer(), add.indices(), add.value());
        findings.require(
            !isArithmetic(add.value(), DType.BOOL), op, "Truth values cannot be added.");
      }
      case TileOp.Copy copy -> copy(copy);
      case TileOp.Fill fill -> fill(fill);
      case TileOp.Gemm gemm -> gemm(gemm);
      case TileOp.Reduce reduce -> reduce(reduce);
      case TileOp.Parallel parallel -> indices(op, parallel.indices(), parallel.extents());
      case TileOp.Pipelined loop -> {
        indices(op, List.of(loop.index()), List.of(loop.extent()));
        findings.require(
            loop.stages() >= 1, op, "A pipeline has at least 1 stage, not %s.", loop.stages());
      }
    }
  }

  private void anchor(TileOp.Anchor op) {
    if (!buffer(op, op.source(), "The anchored value")) {
      return;
    }
    Type.Buffer source = op.source().buffer();
    var expected = new Type.RegionType(source.element(), source.rank(), source.scope());
    findings.require(
        op.view().type().equals(expected),
        op,
        "The view's type is not %s.",
        Printer.print(expected));
    findings.require(
        op.indices().size() <= source.rank(),
        op,
        "%s indices anchor a buffer of rank %s.",
        op.indices().size(),
        source.rank());
    op.indices().forEach(index -> index(op, index));
  }

  private void transpose(TileOp.Transpose op) {
    if (!buffer(op, op.source(), "The transposed value") || !buffer(op, op.view(), "The view")) {
      return;
    }
    Type.Buffer source = op.source().buffer();
    Type.Buffer view = op.view().buffer();
    if (!findings.require(source.rank() >= 2, op, "A buffer of rank 1 has no transpose.")) {
      return;
    }
    boolean isAlike =
        view.element() == source.element()
            && view.rank() == source.rank()
            && view.scope() == source.scope();
    findings.require(isAlike, op, "The view differs from its source in more than the order.");
    if (source instanceof Type.TileType tile) {
      findings.require(
          view instanceof Type.TileType turned
              && turned.shape().equals(tile.shape().transposed())
              && turned.storage() == tile.storage(),
          op,
          "The view of a tile is a tile of the transposed shape and the same storage.");
    }
  }

  private void element(Op op, Value buffer, List<Value> indices, Value value) {
    if (!buffer(op, buffer, "What is accessed")) {
      return;
    }
    Type.Buffer type = buffer.buffer();
    findings.require(
        indices.size() == type.rank(),
        op,
        "%s indices for a buffer of rank %s.",
        indices.size(),
        type.rank());
    indices.forEach(index -> index(op, index));
    value(op, value, type.element());
  }

  private void copy(TileOp.Copy op) {
    if (!buffer(op, op.source(), "The source") || !buffer(op, op.target(), "The target")) {
      return;
    }
    Type.Buffer source = op.source().buffer();
    Type.Buffer target = op.target().buffer();
    findings.require(
        !(source instanceof Type.RegionType && target instanceof Type.RegionType),
        op,
        "One side of a copy has extents of its own.");
    boolean isSmaller =
        target instanceof Type.RegionType
            ? source.rank() <= target.rank()
            : !(source instanceof Type.RegionType) || target.rank() <= source.rank();
    findings.require(isSmaller, op, "A region of lower rank cannot hold what is copied.");
    if (source instanceof Type.TileType from && target instanceof Type.TileType to) {
      List<Integer> a = from.shape().extents();
      List<Integer> b = to.shape().extents();
      int rank = Math.min(a.size(), b.size());
      findings.require(
          a.subList(a.size() - rank, a.size()).equals(b.subList(b.size() - rank, b.size())),
          op,
          "The trailing extents of %s and %s differ.",
          from.shape(),
          to.shape());
    }
  }

  private void fill(TileOp.Fill op) {
    if (tile(op, op.target(), "The target")) {
      value(op, op.value(), op.target().buffer().element());
    }
  }

  private void gemm(TileOp.Gemm op) {
    if (!tile(op, op.left(), "The left factor")
        || !tile(op, op.right(), "The right factor")
        || !tile(op, op.accumulator(), "The accumulator")) {
      return;
    }
    Type.TileType left = (Type.TileType) op.left().type();
    Type.TileType right = (Type.TileType) op.right().type();
    Type.TileType sum = (Type.TileType) op.accumulator().type();
    if (findings.require(
        left.rank() == 2 && right.rank() == 2 && sum.rank() == 2,
        op,
        "A product is of tiles of rank 2.")) {
      findings.require(
          left.shape().extent(1) == right.shape().extent(0)
              && left.shape().extent(0) == sum.shape().extent(0)
              && right.shape().extent(1) == sum.shape().extent(1),
          op,
          "The shapes %s, %s and %s do not fit.",
          left.shape(),
          right.shape(),
          sum.shape());
    }
    findings.require(
        left.element().multiplies(right.element()),
        op,
        "The factors are of %s and %s.",
        left.element().text(),
        right.element().text());
    findings.require(
        left.element() != DType.BOOL && left.element().isFloat() == sum.element().isFloat(),
        op,
        "Products of %s cannot be summed in %s.",
        left.element().text(),
        sum.element().text());
  }

  private void reduce(TileOp.Reduce op) {
    if (!tile(op, op.source(), "The source") || !tile(op, op.target(), "The target")) {
      return;
    }
    Type.TileType source = (Type.TileType) op.source().type();
    Type.TileType target = (Type.TileType) op.target().type();
    if (findings.require(
        op.axis() >= 0 && op.axis() < source.rank(),
        op,
        "There is no axis %s in a tile of rank %s.",
        op.axis(),
        source.rank())) {
      Shape rest = source.shape().without(op.axis());
      Shape expected = rest.rank() == 0 ? Shape.of(1) : rest;
      findings.require(
          target.shape().equals(expected), op, "The target's shape is not %s.", expected);
    }
    findings.require(
        source.element() != DType.BOOL && source.element().isFloat() == target.element().isFloat(),
        op,
        "%s cannot be reduced to %s.",
        source.element().text(),
        target.element().text());
  }

  private void indices(Op op, List<Value> indices, List<Value> extents) {
    findings.require(
        indices.size() == extents.size() && !extents.isEmpty() && extents.size() <= MOST_INDICES,
        op,
        "%s indices for %s extents; there are 1 to 3 of each.",
        indices.size(),
        extents.size());
    extents.forEach(extent -> index(op, extent));
    for (int i = 0; i < Math.min(indices.size(), extents.size()); i++) {
      findings.require(
          indices.get(i).type().equals(extents.get(i).type()),
          op,
          "%s and its extent differ in type.",
          indices.get(i));
    }
  }

  private void index(Op op, Value value) {
    findings.require(
        value.type().equals(Type.I32) || value.type().equals(Type.I64),
        op,
        "%s is an index and no i32 or i64.",
        value);
  }

  private void value(Op op, Value value, DType element) {
    findings.require(
        value.type().equals(new Type.ScalarType(element.computed())),
        op,
        "Elements of %s are read and written as %s, which %s is not.",
        element.text(),
        element.computed().text(),
        value);
  }

  private boolean buffer(Op op, Value value, String role) {
    return findings.require(
        value.type() instanceof Type.Buffer, op, "%s is no tensor, tile or region.", role);
  }

  private boolean tile(Op op, Value value, String role) {
    return findings.require(value.type() instanceof Type.TileType, op, "%s is no tile.", role);
  }

  private static boolean isArithmetic(Value value, DType dtype) {
    return value.type() instanceof Type.Arithmetic type && type.dtype() == dtype;
  }
}
