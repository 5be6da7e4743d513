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
      at.add(near(axis - tile.extents().size(), out));
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
      Value near = near(axis - rank, out);
      at.add(choices.oneIn(4) ? near : out.binary(BinaryOperator.ADD, choices.of(offsets), near));
    }
    return load(input.value(), at, input.bound(), dtype, out);
  }

  /** The index of the same axis counted from the last, or another, or one beside it. */
  private Value near(int axisFromEnd, OpBuilder out) {
    int own = axisFromEnd + indices.size();
    Value index = own < 0 || choices.oneIn(8) ? choices.of(indices) : indices.get(own);
    return switch (choices.between(0, 8)) {
      case 0 -> out.binary(BinaryOperator.ADD, index, out.i32(choices.of(1, -1, 2)));
      case 1 -> out.i32(choices.between(-1, 4));
      case 2 -> out.binary(BinaryOperator.MUL, index, out.i32(2));
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
