package dev.kiln.lower.instruction;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * What {@code CopyBox} does, at once: the thread moves the elements, outside of the tensor zeros,
 * publishes them, as the hardware writes beside the threads, and counts the bytes off.
 */
final class BoxCopy {
  private final LowOp.CopyBox op;
  private final SwizzledMemory target;
  private final Value source;

  private BoxCopy(LowOp.CopyBox op, SwizzledMemory target, Value source) {
    this.op = op;
    this.target = target;
    this.source = source;
  }

  static void write(LowOp.CopyBox op, Addresses addresses, OpBuilder out) {
    DType element = op.tensor().buffer().element();
    Value source = out.values().value(new Type.MemoryType(element, Scope.GLOBAL));
    out.add(new LowOp.TensorMemory(source, op.tensor(), out.loc()));
    SwizzledMemory target = addresses.swizzled(op.memory());
    Value isInside = out.constant(Type.BOOL, 1);
    new BoxCopy(op, target, source).copy(0, new Place(out.i64(0), out.i64(0), isInside), out);
    out.add(new LowOp.PublishWrites(out.loc()));
    long elements = op.extents().stream().mapToLong(extent -> extent).reduce(1, (a, b) -> a * b);
    long bytes = elements * element.bytes();
    out.add(new LowOp.DeliverBytes(op.phases(), op.phase(), bytes, out.loc()));
  }

  /**
   * Of an element, or of the first of those that differ along the axes that are left.
   *
   * @param inBox its number in the box, counted along these axes in steps
   * @param inTensor the same in the tensor
   * @param isInside whether it is in the tensor as far as the axes before say
   */
  private record Place(Value inBox, Value inTensor, Value isInside) {
    Place along(Value inBoxAxis, int extent, Value inTensorAxis, Value dim, OpBuilder out) {
      Value isIn = out.compare(CompareOperator.BELOW, inTensorAxis, dim);
      return new Place(
          Indices.add(Indices.times(inBox, extent, out), inBoxAxis, out),
          Indices.add(Indices.multiply(inTensor, dim, out), inTensorAxis, out),
          out.binary(BinaryOperator.AND, isInside, isIn));
    }
  }

  private void copy(int axis, Place place, OpBuilder out) {
    if (axis == op.instruction().rank()) {
      copy(place, out);
      return;
    }
    int extent = op.extents().get(axis);
    Value origin = out.cast(DType.I64, op.origin().get(axis));
    Value dim = out.cast(DType.I64, out.dim(op.tensor(), axis));
    out.loop(
        out.i64(0),
        out.i64(extent),
        1,
        (each, i) -> {
          Value at = Indices.add(origin, i, each);
          copy(axis + 1, place.along(i, extent, at, dim, each), each);
        });
  }

  private void copy(Place place, OpBuilder out) {
    Value element = out.load(source, place.inTensor(), 1, place.isInside());
    Value index = Indices.add(op.index(), place.inBox(), out);
    out.store(
        op.memory(),
        op.isSwizzled() ? target.at(index, out) : index,
        op.isRounded() ? Factors.rounded(element, out) : element,
        null);
  }
}
