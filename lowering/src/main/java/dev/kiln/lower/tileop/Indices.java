package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arithmetic on I64 indices, scalars or vectors. */
public final class Indices {
  private Indices() {}

  /** All indices as I64 with the same number of lanes. */
  public static List<Value> unify(List<Value> indices, OpBuilder out) {
    int lanes = indices.stream().mapToInt(Value::lanes).max().orElse(1);
    return indices.stream()
        .map(index -> out.cast(DType.I64, index))
        .map(index -> index.lanes() == lanes ? index : out.splat(index, lanes))
        .toList();
  }

  public static Value add(Value left, Value right, OpBuilder out) {
    return out.binary(BinaryOperator.ADD, left, right);
  }

  public static Value plus(Value index, long addend, OpBuilder out) {
    return addend == 0 ? index : add(index, out.constant(index.arithmetic(), addend), out);
  }

  public static Value subtract(Value left, Value right, OpBuilder out) {
    return out.binary(BinaryOperator.SUB, left, right);
  }

  public static Value multiply(Value left, Value right, OpBuilder out) {
    return out.binary(BinaryOperator.MUL, left, right);
  }

  public static Value times(Value index, long factor, OpBuilder out) {
    return factor == 1 ? index : multiply(index, out.constant(index.arithmetic(), factor), out);
  }

  /** {@code index * factor} for a scalar factor. */
  public static Value times(Value index, Value factor, OpBuilder out) {
    return multiply(index, out.splat(factor, index.lanes()), out);
  }

  /** Both conditions; null stands for one that always holds. */
  public static @Nullable Value and(@Nullable Value left, @Nullable Value right, OpBuilder out) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return out.binary(BinaryOperator.AND, left, right);
  }

  /** The offset of indices that are not negative and of one type. */
  public static Value offset(Layout layout, List<Value> indices, OpBuilder out) {
    return switch (layout) {
      case Layout.Unplaced unplaced ->
          throw new IllegalStateException("no layout has been inferred");
      case Layout.Strided strided -> {
        Value offset = times(indices.getFirst(), strided.strides().getFirst(), out);
        for (int axis = 1; axis < indices.size(); axis++) {
          Value part = times(indices.get(axis), strided.strides().get(axis), out);
          offset = add(offset, part, out);
        }
        yield offset;
      }
      case Layout.Panels panels -> {
        Value across = indices.get(panels.axis());
        Value along = indices.get(1 - panels.axis());
        Value panel = divide(across, panels.width(), out);
        Value inPanel = remainder(across, panels.width(), out);
        Value start = times(panel, (long) panels.length() * panels.width(), out);
        Value row = add(start, times(along, panels.width(), out), out);
        yield add(row, inPanel, out);
      }
      case Layout.Swizzled swizzled -> {
        Value offset = offset(swizzled.base(), indices, out);
        Value line = divide(offset, 1 << swizzled.log2Line(), out);
        Value chunks = remainder(line, 1 << swizzled.bits(), out);
        Value moved = times(chunks, 1L << swizzled.log2Chunk(), out);
        yield out.binary(BinaryOperator.XOR, offset, moved);
      }
      case Layout.Fragment fragment -> register(fragment, indices, out);
    };
  }

  /** The register that holds the element, in the threads that hold it. */
  private static Value register(Layout.Fragment fragment, List<Value> indices, OpBuilder out) {
    Value sum = out.constant(indices.getFirst().arithmetic(), 0);
    for (int axis = 0; axis < indices.size(); axis++) {
      int weight = 1;
      for (Mode mode : fragment.axes().get(axis)) {
        if (!mode.isThreads()) {
          Value digit = remainder(divide(indices.get(axis), weight, out), mode.extent(), out);
          sum = add(sum, times(digit, mode.stride(), out), out);
        }
        weight *= mode.extent();
      }
    }
    return sum;
  }

  /** {@code index / divisor}, for an index that is not negative. */
  public static Value divide(Value index, int divisor, OpBuilder out) {
    boolean isPower = Integer.bitCount(divisor) == 1;
    long right = isPower ? Integer.numberOfTrailingZeros(divisor) : divisor;
    return out.binary(
        isPower ? BinaryOperator.USHR : BinaryOperator.DIV,
        index,
        out.constant(index.arithmetic(), right));
  }

  /** {@code index % divisor}, for an index that is not negative. */
  public static Value remainder(Value index, int divisor, OpBuilder out) {
    boolean isPower = Integer.bitCount(divisor) == 1;
    long right = isPower ? divisor - 1L : divisor;
    return out.binary(
        isPower ? BinaryOperator.AND : BinaryOperator.REM,
        index,
        out.constant(index.arithmetic(), right));
  }
}
