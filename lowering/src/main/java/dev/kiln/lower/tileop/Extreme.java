package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The largest or the smallest of many floats, by {@code Math.max} or {@code Math.min}, at the price
 * of little more than a comparison for each vector: whether there is a NaN, and which zeros there
 * are, is kept beside, and looked at in the end.
 *
 * @param best a cell for each vector of a step; never NaN, of two zeros either one
 * @param signs a cell: the bits of all elements, joined so that the highest ones tell the sign of a
 *     zero that is the result
 * @param areNaN a cell: which lanes had one
 */
record Extreme(ReduceKind kind, Type.Arithmetic type, List<Value> best, Value signs, Value areNaN) {

  /** Of nothing yet. */
  static Extreme begin(ReduceKind kind, Type.Arithmetic type, int vectors, OpBuilder out) {
    Value none = LowerReduce.identity(kind, type, out);
    DType bits = type.dtype() == DType.F64 ? DType.I64 : DType.I32;
    Value signs = out.constant(type.with(bits), kind == ReduceKind.MIN ? 0L : -1L);
    Value areNaN = out.constant(type.with(DType.BOOL), Literal.of(false));
    return new Extreme(
        kind,
        type,
        Stream.generate(() -> out.cell(none, "")).limit(vectors).toList(),
        out.cell(signs, ""),
        out.cell(areNaN, ""));
  }

  /** Takes in a vector for each cell. */
  void take(List<Value> elements, OpBuilder out) {
    Value bits = out.read(signs);
    Value found = out.read(areNaN);
    for (int v = 0; v < best.size(); v++) {
      Value element = elements.get(v);
      out.write(best.get(v), better(element, out.read(best.get(v)), out));
      bits = out.binary(joining(), bits, out.bitcast(bits.dtype(), element));
      Value isNaN = out.compare(CompareOperator.NE, element, element);
      found = out.binary(BinaryOperator.OR, found, isNaN);
    }
    out.write(signs, bits);
    out.write(areNaN, found);
  }

  /** What it is in the end, a scalar. */
  Value end(OpBuilder out) {
    List<Value> left = best.stream().map(out::read).toList();
    while (left.size() > 1) {
      left = halves(left, out);
    }
    Value result = left.getFirst();
    for (int half = type.lanes() / 2; half > 0; half /= 2) {
      result = better(lanes(result, half, half, out), lanes(result, 0, half, out), out);
    }
    Value zero = out.constant(result.arithmetic(), 0);
    Value isZero = out.compare(CompareOperator.EQ, result, zero);
    Value signed = out.select(isZero, out.bitcast(result.dtype(), sign(out)), result);
    Value isAnyNaN = out.reduceLanes(ReduceKind.MAX, out.read(areNaN));
    return out.select(isAnyNaN, out.constant(result.arithmetic(), Double.NaN), signed);
  }

  private List<Value> halves(List<Value> all, OpBuilder out) {
    int half = all.size() / 2;
    Stream<Value> pairs =
        IntStream.range(0, half).mapToObj(i -> better(all.get(i + half), all.get(i), out));
    return Stream.concat(pairs, all.subList(2 * half, all.size()).stream()).toList();
  }

  private static Value lanes(Value vector, int from, int count, OpBuilder out) {
    return count == 1
        ? out.lane(vector, from)
        : out.shuffle(vector, vector, IntStream.range(from, from + count).boxed().toList());
  }

  /** {@code other} where it is better than {@code best}, and no NaN. */
  private Value better(Value other, Value best, OpBuilder out) {
    CompareOperator operator = kind == ReduceKind.MIN ? CompareOperator.LT : CompareOperator.GT;
    return out.select(out.compare(operator, other, best), other, best);
  }

  /** The largest zero is negative if all are, the smallest if any is. */
  private BinaryOperator joining() {
    return kind == ReduceKind.MIN ? BinaryOperator.OR : BinaryOperator.AND;
  }

  /** The bits of a zero that is the result. */
  private Value sign(OpBuilder out) {
    ReduceKind across = kind == ReduceKind.MIN ? ReduceKind.MIN : ReduceKind.MAX;
    Value bits = out.reduceLanes(across, out.read(signs));
    Value highest =
        out.constant(bits.arithmetic(), Literal.of(bits.dtype(), LowerReduce.lowest(bits.dtype())));
    return out.binary(BinaryOperator.AND, bits, highest);
  }
}
