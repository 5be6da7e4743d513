package dev.kiln.codegen.llvm;

import dev.kiln.ir.LowOp;
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

  /** Says what the indices of the grid are called, in the order in which it wants to be run. */
  public void bind(LowOp.Grid grid, FunctionText text, Operands operands) {
    if (grid.group() > 1 && grid.blocks().size() > 1) {
      bindGrouped(grid.group(), grid.blocks(), text, operands);
    } else {
      bindInOrder(grid.blocks(), text, operands);
    }
  }

  private void bindInOrder(List<Value> blocks, FunctionText text, Operands operands) {
    String rest = number;
    for (int axis = 0; axis < blocks.size(); axis++) {
      boolean last = axis == blocks.size() - 1;
      String extent = extents.get(axis);
      String index = last ? rest : text.value(divide("urem", rest, extent));
      if (!last) {
        rest = text.value(divide("udiv", rest, extent));
      }
      bind(blocks.get(axis), index, text, operands);
    }
  }

  /**
   * The same with {@code group} neighbours along the second axis one after the other before the
   * next along the first, of a grid of two axes or more.
   */
  private void bindGrouped(int group, List<Value> blocks, FunctionText text, Operands operands) {
    String across = extents.get(0);
    String down = extents.get(1);
    String plane = text.value(Template.fill("mul $, $", type.with(across), down));
    String inPlane = text.value(divide("urem", number, plane));
    String rows = text.value(least(Integer.toString(group), down, text));
    String ofGroup = text.value(Template.fill("mul $, $", type.with(across), rows));
    String groups = text.value(divide("udiv", inPlane, ofGroup));
    String inGroup = text.value(divide("urem", inPlane, ofGroup));
    String first = text.value(Template.fill("mul $, $", type.with(groups), rows));
    String left = text.value(Template.fill("sub $, $", type.with(down), first));
    String own = text.value(least(rows, left, text));
    String row = text.value(divide("urem", inGroup, own));
    bind(blocks.get(0), text.value(divide("udiv", inGroup, own)), text, operands);
    bind(
        blocks.get(1),
        text.value(Template.fill("add $, $", type.with(first), row)),
        text,
        operands);
    if (blocks.size() > 2) {
      bind(blocks.get(2), text.value(divide("udiv", number, plane)), text, operands);
    }
  }

  private String least(String left, String right, FunctionText text) {
    return text.call(
        type.text(), "llvm.umin." + type.mangled(), List.of(type.with(left), type.with(right)));
  }

  private void bind(Value block, String index, FunctionText text, Operands operands) {
    operands.bind(block, converted(index, Operands.type(block), text));
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
