package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Region;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.jdt.core.dom.Expression;
import org.jspecify.annotations.Nullable;

/** Tensors, tiles and regions as values of the IR, and indices into them. */
final class Views {
  private final Translation translation;

  Views(Translation translation) {
    this.translation = translation;
  }

  /** The value that a whole-tile operation works on; of a whole tensor, the region at its start. */
  Value of(Operand operand) {
    return switch (operand.term()) {
      case Region region -> region(region);
      case Buffer buffer when buffer.isTile() -> tile(buffer, operand.loc());
      case Buffer tensor -> region(new Region(tensor, start(tensor), operand.loc()));
      case Scalar _, Term.Element _, Term.Absent _ ->
          throw new IllegalStateException("no view: " + operand.term());
    };
  }

  private static List<Scalar> start(Buffer tensor) {
    return Collections.nCopies(tensor.rank(), Constant.of(0));
  }

  private Value tile(Buffer buffer, Loc loc) {
    if (!buffer.isTransposed() || !(buffer.base().type() instanceof Type.TileType tile)) {
      return buffer.base();
    }
    Type swapped = Type.TileType.of(tile.element(), tile.shape().transposed(), tile.scope());
    return transposed(buffer.base(), swapped, loc);
  }

  private Value region(Region region) {
    Buffer buffer = region.buffer();
    List<Value> origin =
        region.origin().stream()
            .map(index -> translation.arithmetic.value(index, region.loc()))
            .toList();
    Type.Buffer base = buffer.type();
    Type type = new Type.RegionType(base.element(), base.rank(), base.scope());
    Value view = translation.output.values().value(type);
    translation.output.add(
        new TileOp.Anchor(view, buffer.base(), buffer.inBaseOrder(origin), region.loc()));
    return buffer.isTransposed() ? transposed(view, type, region.loc()) : view;
  }

  private Value transposed(Value source, Type type, Loc loc) {
    Value view = translation.output.values().value(type);
    translation.output.add(new TileOp.Transpose(view, source, loc));
    return view;
  }

  /**
   * The indices of one element in the order of the whole tensor or tile; null when their number or
   * one of them is wrong, which is reported.
   *
   * @param loc of the access
   */
  @Nullable List<Value> indices(Buffer buffer, List<Expression> arguments, Loc loc) {
    List<Scalar> indices = scalars(arguments);
    if (arguments.size() != buffer.rank()) {
      translation.findings.refuse(
          translation.dimensions.blaming(
              buffer,
              Diagnostic.of(
                  Code.INDEX_COUNT, loc, buffer.name(), buffer.rank(), arguments.size())));
      return null;
    }
    if (indices == null || !areInside(buffer, indices, arguments)) {
      return null;
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < indices.size(); i++) {
      values.add(
          translation.arithmetic.value(indices.get(i), translation.findings.loc(arguments.get(i))));
    }
    return buffer.inBaseOrder(values);
  }

  /** Arguments as ints; null when one is none, which is reported. */
  @Nullable List<Scalar> scalars(List<Expression> arguments) {
    List<Scalar> indices = new ArrayList<>();
    for (Expression argument : arguments) {
      Scalar index = translation.expressions.assigned(argument, Primitive.INT);
      if (index != null) {
        indices.add(index);
      }
    }
    return indices.size() < arguments.size() ? null : indices;
  }

  private boolean areInside(Buffer buffer, List<Scalar> indices, List<Expression> arguments) {
    boolean areInside = true;
    for (int axis = 0; axis < indices.size(); axis++) {
      Integer number = translation.dimensions.number(buffer, axis);
      long size = number == null ? Long.MAX_VALUE : number;
      if (indices.get(axis) instanceof Constant index
          && (index.asInt() < 0 || index.asInt() >= size)) {
        String text = translation.dimensions.size(buffer, axis);
        Diagnostic finding =
            Diagnostic.of(
                Code.INDEX_OUT_OF_BOUNDS,
                translation.findings.loc(arguments.get(axis)),
                index.asInt(),
                axis,
                buffer.name(),
                text,
                number == null ? text + " - 1" : number - 1);
        translation.findings.refuse(translation.dimensions.blaming(buffer, finding));
        areInside = false;
      }
    }
    return areInside;
  }
}
