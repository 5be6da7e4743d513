package dev.kiln.testkit.random;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/** Leaves inside of a {@code Parallel}: elements of tiles and inputs, near its indices. */
record ElementLeaves(
    Choices choices,
    List<KernelGenerator.Tensor> inputs,
    List<Value> offsets,
    Pool pool,
    List<Value> indices)
    implements Expressions.Leaves {

  @Override
  public Pool.Scalar of(DType dtype, OpBuilder out) {
    return switch (choices.between(0, 6)) {
      case 0, 1, 2 -> tile(dtype, out);
      case 3 -> input(dtype, out);
      default -> new ScalarLeaves(choices, pool, indices).of(dtype, out);
    };
  }

  private Pool.Scalar tile(DType dtype, OpBuilder out) {
    List<Pool.Tile> tiles =
        pool.tiles(tile -> ScalarLeaves.fits(tile.element().computed(), tile.bound(), dtype));
    if (tiles.isEmpty()) {
      return new ScalarLeaves(choices, pool, indices).of(dtype, out);
    }
    Pool.Tile tile = choices.of(tiles);
    var at = new ArrayList<Value>();
    for (int axis = 0; axis < tile.extents().size(); axis++) {
      Value index = index(axis - tile.extents().size());
      at.add(inside(index, tile.extents().get(axis), out));
    }
    return load(tile.value(), at, tile.bound(), dtype, out);
  }

  private Pool.Scalar input(DType dtype, OpBuilder out) {
    List<KernelGenerator.Tensor> fitting =
        inputs.stream()
            .filter(input -> ScalarLeaves.fits(input.element().computed(), input.bound(), dtype))
            .toList();
    if (fitting.isEmpty()) {
      return new ScalarLeaves(choices, pool, indices).of(dtype, out);
    }
    KernelGenerator.Tensor input = choices.of(fitting);
    int rank = input.dims().size();
    var at = new ArrayList<Value>();
    for (int axis = 0; axis < rank; axis++) {
      Value near = near(index(axis - rank), out);
      at.add(choices.oneIn(4) ? near : out.binary(BinaryOperator.ADD, choices.of(offsets), near));
    }
    return load(input.value(), at, input.bound(), dtype, out);
  }

  /** The index of the same axis counted from the last, or another. */
  private Value index(int axisFromEnd) {
    int own = axisFromEnd + indices.size();
    return own < 0 || choices.oneIn(8) ? choices.of(indices) : indices.get(own);
  }

  /** Near {@code index}, perhaps outside, but not always: that is refused. */
  private Value near(Value index, OpBuilder out) {
    return switch (choices.between(0, 8)) {
      case 0 -> out.binary(BinaryOperator.ADD, index, out.i32(choices.of(1, 2)));
      case 1 -> out.i32(choices.between(0, 4));
      case 7 -> out.binary(BinaryOperator.SUB, out.i32(1), index);
      case 2 -> out.binary(BinaryOperator.MUL, index, out.i32(2));
      default -> index;
    };
  }

  /** Near {@code index}, and not always outside of {@code extent}: that is refused. */
  private Value inside(Value index, int extent, OpBuilder out) {
    return switch (choices.between(0, extent < 2 ? 6 : 8)) {
      case 0 -> out.i32(choices.between(0, extent));
      case 1 -> out.binary(BinaryOperator.MUL, index, out.i32(2));
      case 6 -> out.binary(BinaryOperator.ADD, index, out.i32(1));
      case 7 -> out.binary(BinaryOperator.SUB, out.i32(1), index);
      default -> index;
    };
  }

  private static Pool.Scalar load(
      Value buffer, List<Value> at, Bound bound, DType dtype, OpBuilder out) {
    DType computed = buffer.buffer().element().computed();
    Value value = out.values().value(new Type.ScalarType(computed));
    out.add(new TileOp.LoadElement(value, buffer, at, out.loc()));
    return ScalarLeaves.cast(new Pool.Scalar(value, bound), dtype, out);
  }
}
