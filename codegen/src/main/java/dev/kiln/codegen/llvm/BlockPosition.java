package dev.kiln.codegen.llvm;

import dev.kiln.ir.Value;
import java.util.List;

/**
 * Splits the number of a block into an index for each axis of the grid; the first varies fastest.
 *
 * @param type that the number and the extents have
 */
public record BlockPosition(LlvmType type, String number, List<String> extents) {
  /** Copies the list. */
  public BlockPosition {
    extents = List.copyOf(extents);
  }

  /** Says what the indices of the grid are called. */
  public void bind(List<Value> blocks, FunctionText text, Operands operands) {
    String rest = number;
    for (int axis = 0; axis < blocks.size(); axis++) {
      boolean last = axis == blocks.size() - 1;
      String extent = extents.get(axis);
      String index = last ? rest : text.value(divide("urem", rest, extent));
      if (!last) {
        rest = text.value(divide("udiv", rest, extent));
      }
      operands.bind(blocks.get(axis), converted(index, Operands.type(blocks.get(axis)), text));
    }
  }

  private String divide(String instruction, String number, String extent) {
    return Template.fill("$ $, $", instruction, type.with(number), extent);
  }

  private String converted(String index, LlvmType wanted, FunctionText text) {
    if (wanted.equals(type)) {
      return index;
    }
    String instruction = wanted.equals(LlvmType.I64) ? "zext" : "trunc";
    return text.value(Template.fill("$ $ to $", instruction, type.with(index), wanted.text()));
  }
}
