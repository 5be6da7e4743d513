package dev.kiln.codegen.llvm.cpu;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random kernels of the low dialect that may be emitted at every level; equal seeds, equal kernels.
 */
final class RandomKernels {
  static final List<DType> INPUTS = List.of(DType.I32, DType.I64, DType.F32, DType.F64);

  private static final List<BinaryOperator> FLOAT_OPERATORS =
      List.of(
          BinaryOperator.ADD,
          BinaryOperator.SUB,
          BinaryOperator.MUL,
          BinaryOperator.DIV,
          BinaryOperator.MIN,
          BinaryOperator.MAX);
  private static final List<BinaryOperator> INTEGER_OPERATORS =
      List.of(
          BinaryOperator.ADD,
          BinaryOperator.SUB,
          BinaryOperator.MUL,
          BinaryOperator.MIN,
          BinaryOperator.MAX,
          BinaryOperator.AND,
          BinaryOperator.OR,
          BinaryOperator.XOR,
          BinaryOperator.SHL,
          BinaryOperator.SHR,
          BinaryOperator.USHR);
  private static final List<UnaryOperator> FLOAT_FUNCTIONS =
      List.of(
          UnaryOperator.NEG,
          UnaryOperator.ABS,
          UnaryOperator.SQRT,
          UnaryOperator.FLOOR,
          UnaryOperator.CEIL,
          UnaryOperator.TRUNC,
          UnaryOperator.RINT);
  private static final List<UnaryOperator> INTEGER_FUNCTIONS =
      List.of(
          UnaryOperator.NEG,
          UnaryOperator.NOT,
          UnaryOperator.ABS,
          UnaryOperator.POPCOUNT,
          UnaryOperator.CLZ);

  private final Random random;
  private final int lanes;

  private RandomKernels(long seed) {
    random = new Random(seed);
    lanes = 1 << random.nextInt(4);
  }

  /** A kernel from one tensor of each of {@link #INPUTS} to one of the last dtype of the list. */
  static Kernel of(long seed) {
    var maker = new RandomKernels(seed);
    DType result = maker.pick(INPUTS);
    return Elementwise.of(INPUTS, result, maker.lanes, (out, in) -> maker.body(out, in, result));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private Value body(OpBuilder out, List<Value> inputs, DType result) {
    var values = new ArrayList<Value>(inputs);
    steps(out, values, 12);
    Value cell = out.cell(any(values, result, out), "sum");
    control(out, values, cell);
    values.add(out.read(cell));
    steps(out, values, 4);
    return any(values, result, out);
  }

  private void steps(OpBuilder out, List<Value> values, int count) {
    for (int i = 0; i < count; i++) {
      values.add(step(out, values));
    }
  }

  /** A loop with a branch that changes a cell. */
  private void control(OpBuilder out, List<Value> values, Value cell) {
    int rounds = random.nextInt(4);
    out.loop(
        out.i32(0),
        out.i32(rounds),
        1,
        (body, index) -> {
          var inner = new ArrayList<Value>(values);
          inner.add(body.splat(index, lanes));
          steps(body, inner, 3);
          Value mask = truth(body, inner);
          Value any = lanes == 1 ? mask : body.reduceLanes(ReduceKind.MAX, mask);
          body.when(
              any,
              then -> {
                Value old = then.read(cell);
                then.write(cell, then.select(mask, any(inner, old.dtype(), then), old));
              });
        });
  }

  private Value any(List<Value> values, DType dtype, OpBuilder out) {
    return out.cast(dtype, pick(values));
  }

  private Value truth(OpBuilder out, List<Value> values) {
    Value left = pick(values);
    Value right = any(values, left.dtype(), out);
    CompareOperator operator = pick(List.of(CompareOperator.values()));
    return operator == CompareOperator.BELOW && left.dtype().isFloat()
        ? out.compare(CompareOperator.LT, left, right)
        : out.compare(operator, left, right);
  }

  private Value step(OpBuilder out, List<Value> values) {
    Value left = pick(values);
    boolean isFloat = left.dtype().isFloat();
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        BinaryOperator operator = pick(isFloat ? FLOAT_OPERATORS : INTEGER_OPERATORS);
        yield out.binary(operator, left, any(values, left.dtype(), out));
      }
      case 3 -> out.unary(pick(isFloat ? FLOAT_FUNCTIONS : INTEGER_FUNCTIONS), left);
      case 4 -> out.select(truth(out, values), left, any(values, left.dtype(), out));
      case 5 -> out.cast(pick(INPUTS), left);
      case 6 -> constant(out, left.arithmetic());
      default -> lanes == 1 ? narrow(out, left) : shuffled(out, left);
    };
  }

  /** To a small integer and back. */
  private Value narrow(OpBuilder out, Value value) {
    Value small = out.cast(pick(List.of(DType.I8, DType.I16, DType.U8)), value);
    return out.cast(value.dtype(), small);
  }

  private Value constant(OpBuilder out, Type.Arithmetic type) {
    return type.dtype().isFloat()
        ? out.constant(type, random.nextInt(2000) / 8.0 - 100)
        : out.constant(type, random.nextLong() >> random.nextInt(64));
  }

  private Value shuffled(OpBuilder out, Value value) {
    if (random.nextBoolean()) {
      ReduceKind kind = pick(List.of(ReduceKind.values()));
      return out.splat(out.reduceLanes(kind, value), lanes);
    }
    var order = IntStream.range(0, lanes).mapToObj(lane -> random.nextInt(2 * lanes)).toList();
    return out.shuffle(value, out.unary(UnaryOperator.NEG, value), order);
  }
}
