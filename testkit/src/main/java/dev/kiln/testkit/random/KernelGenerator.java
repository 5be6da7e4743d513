package dev.kiln.testkit.random;

import dev.kiln.interp.Argument;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Param;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a kernel from a seed: inputs and outputs of random dtypes and sizes, a grid over the
 * outputs with tails, some random statements, and a store to each output.
 */
public final class KernelGenerator {
  private static final int MOST_STATEMENTS = 7;

  /** More elements than all blocks have together. */
  private static final long MOST_COUNTS = 1 << 15;

  private final long seed;
  private final Choices choices;
  private final Data data;
  private final Values values = Values.fresh();
  private final List<Param> params = new ArrayList<>();
  private final List<Argument> arguments = new ArrayList<>();
  private final List<Bound> bounds = new ArrayList<>();
  private final List<Tensor> inputs = new ArrayList<>();
  private final List<Tensor> outputs = new ArrayList<>();
  private final Loc loc;

  /** What is only ever added to, atomically; null where nothing is. */
  private @Nullable Tensor counts;

  /** A tensor parameter. */
  record Tensor(Value value, Bound bound, List<Integer> dims, int number) {
    DType element() {
      return value.buffer().element();
    }
  }

  private KernelGenerator(long seed) {
    this.seed = seed;
    this.choices = new Choices(seed);
    this.data = choices.of(Data.DYADIC, Data.DYADIC, Data.UNIFORM, Data.UNIFORM, Data.SPECIAL);
    this.loc = Loc.text("seed" + seed, 1, 1);
  }

  /** The kernel of {@code seed}. */
  public static RandomKernel of(long seed) {
    return new KernelGenerator(seed).kernel();
  }

  private RandomKernel kernel() {
    int rank = choices.of(1, 2, 2, 2, 3);
    List<Integer> block = new ArrayList<>();
    List<Integer> dims = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      int extent = rank == 3 ? choices.between(1, 7) : choices.extent();
      block.add(extent);
      dims.add(choices.between(1, Math.max(3, 2 * extent + 2)));
    }
    for (int i = choices.between(1, 4); i > 0; i--) {
      inputs.add(input());
    }
    for (int i = choices.between(1, 3); i > 0; i--) {
      outputs.add(output(dims));
    }
    if (choices.oneIn(3)) {
      counts = counts();
    }
    var pool = new Pool();
    scalarParameter(DType.I32, pool);
    scalarParameter(DType.F32, pool);
    var top = new OpBuilder(values, loc);
    grid(block, pool, top);
    Kernel kernel = new Kernel("random.seed" + seed, params, top.build(), loc);
    return new RandomKernel(seed, new Workload(kernel, arguments, bounds));
  }

  private Tensor input() {
    DType dtype = choices.of(DTYPES);
    int rank = choices.of(1, 2, 2, 3);
    var dims = new ArrayList<Integer>();
    for (int axis = 0; axis < rank; axis++) {
      dims.add(choices.between(1, rank == 3 ? 9 : 40));
    }
    TensorData tensor = TensorData.zeros(dtype, dims);
    data.fill(tensor, choices);
    return tensor("in" + inputs.size(), tensor, data.bound(dtype));
  }

  private static final DType[] DTYPES = {
    DType.F32,
    DType.F32,
    DType.F32,
    DType.F16,
    DType.BF16,
    DType.F64,
    DType.I32,
    DType.I8,
    DType.I16,
    DType.U8,
    DType.I64,
    DType.BOOL
  };

  private Tensor output(List<Integer> dims) {
    DType dtype = choices.of(DTYPES);
    return tensor("out" + outputs.size(), TensorData.zeros(dtype, dims), Bound.exact(0, 1));
  }

  private Tensor counts() {
    DType dtype = choices.of(DType.I32, DType.I64, DType.F32, DType.F64);
    TensorData zeros = TensorData.zeros(dtype, choices.between(1, 20));
    return tensor("counts", zeros, Bound.exact(0, 1));
  }

  private Tensor tensor(String name, TensorData argument, Bound bound) {
    var type = new Type.TensorType(argument.dtype(), argument.dims().size());
    Value value = values.value(type, name);
    params.add(new Param(name, value, List.of(), loc));
    arguments.add(argument);
    bounds.add(bound);
    return new Tensor(value, bound, argument.dims(), params.size() - 1);
  }

  private void scalarParameter(DType dtype, Pool pool) {
    Value value = values.value(new Type.ScalarType(dtype), "s" + params.size());
    params.add(new Param(value.hint(), value, List.of(), loc));
    int number = choices.between(-5, 6);
    arguments.add(
        dtype == DType.I32 ? Argument.Scalar.of(number) : Argument.Scalar.of(number / 4f));
    bounds.add(Bound.exact(0, 1));
    pool.add(new Pool.Scalar(value, Bound.exact(5, dtype == DType.I32 ? 1 : 0x1p-2)));
  }

  /** One block of the outputs a block, the last axis varying fastest. */
  private void grid(List<Integer> block, Pool pool, OpBuilder top) {
    var extents = new ArrayList<Value>();
    var indices = new ArrayList<Value>();
    for (int axis = block.size() - 1; axis >= 0; axis--) {
      Value dim = top.dim(outputs.getFirst().value(), axis);
      Value rest = top.i32(block.get(axis) - 1);
      Value extent = top.i32(block.get(axis));
      extents.add(
          top.binary(BinaryOperator.DIV, top.binary(BinaryOperator.ADD, dim, rest), extent));
      indices.add(values.value(Type.I32, "b" + axis));
    }
    var offsets = new ArrayList<Value>();
    Body body =
        top.nested(
            inner -> {
              for (int axis = 0; axis < block.size(); axis++) {
                Value index = indices.get(block.size() - 1 - axis);
                Value extent = inner.i32(block.get(axis));
                offsets.add(inner.binary(BinaryOperator.MUL, index, extent));
                pool.add(new Pool.Scalar(index, Bound.exact(64, 1)));
              }
              block(block, offsets, pool, inner);
            });
    int group = extents.size() > 1 && choices.oneIn(3) ? choices.between(1, 4) : 1;
    boolean isPersistent = choices.oneIn(3);
    top.add(
        new LowOp.Grid(
            indices, extents, /* wanted= */ 0, /* threads= */ 1, group, isPersistent, body, loc));
  }

  private void block(List<Integer> block, List<Value> offsets, Pool pool, OpBuilder out) {
    var statements = new Statements(choices, data, inputs, offsets, block);
    statements.load(pool, out);
    for (int i = choices.between(1, MOST_STATEMENTS); i > 0; i--) {
      statements.any(pool, out, /* depth= */ 2);
    }
    if (counts != null) {
      Bound term = statements.count(counts.value(), pool, out);
      bounds.set(counts.number(), Bound.exact(0, 1).plusTerms(MOST_COUNTS, term, counts.element()));
    }
    for (Tensor output : outputs) {
      store(statements, output, pool, out);
    }
  }

  private void store(Statements statements, Tensor output, Pool pool, OpBuilder out) {
    List<Integer> block = statements.block();
    List<Pool.Tile> fitting =
        pool.tiles(
            tile ->
                tile.extents().equals(block)
                    && (tile.element() == DType.BOOL) == (output.element() == DType.BOOL)
                    && Statements.canHold(output.element(), tile.element(), tile.bound(), data));
    Pool.Tile tile =
        fitting.isEmpty() || choices.oneIn(4)
            ? statements.elementwise(new Shape(block), output.element(), pool, out)
            : choices.of(fitting);
    Value region =
        values.value(
            new Type.RegionType(output.element(), block.size(), output.value().buffer().scope()));
    out.add(new TileOp.Anchor(region, output.value(), statements.offsets(), loc));
    out.add(new TileOp.Copy(tile.value(), region, loc));
    bounds.set(output.number(), tile.bound().rounded(output.element()));
  }
}
