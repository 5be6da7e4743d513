package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements that a thread holds of a small matrix: neighbours in memory of registers, as many to
 * a register of 32 bits as fit, the first one lowest.
 */
final class RegisterTile {
  private static final int REGISTER_BYTES = 4;

  private final FunctionText text;
  private final String pointer;
  private final String index;
  private final LlvmType element;
  private final int packed;

  /** The elements from {@code index} on. */
  RegisterTile(FunctionText text, Operands operands, Value memory, Value index) {
    this(text, operands, memory, operands.of(index));
  }

  /** All elements. */
  RegisterTile(FunctionText text, Operands operands, Value memory) {
    this(text, operands, memory, "0");
  }

  private RegisterTile(FunctionText text, Operands operands, Value memory, String index) {
    this.text = text;
    pointer = operands.of(memory);
    this.index = index;
    var type = (Type.MemoryType) memory.type();
    element = LlvmType.stored(new Type.ScalarType(type.element()));
    packed = REGISTER_BYTES / type.element().bytes();
  }

  /** Reads so many elements, as I32 each; elements of 4 bytes as what they are. */
  List<Typed> read(int elements) {
    LlvmType vector = element.times(packed);
    var registers = new ArrayList<Typed>();
    for (int i = 0; i < elements; i += packed) {
      String load = Template.fill("load $, ptr $, align $", vector.text(), place(i), alignment());
      Typed loaded = vector.with(text.value(load));
      registers.add(
          packed == 1
              ? loaded
              : LlvmType.I32.with(text.value(Template.fill("bitcast $ to i32", loaded))));
    }
    return registers;
  }

  /** Writes registers as {@link #read} gives them. */
  void write(List<String> registers) {
    LlvmType vector = element.times(packed);
    for (int i = 0; i < registers.size(); i++) {
      String register = registers.get(i);
      String value =
          packed == 1
              ? register
              : text.value(Template.fill("bitcast i32 $ to $", register, vector.text()));
      text.line(
          Template.fill(
              "store $, ptr $, align $", vector.with(value), place(i * packed), alignment()));
    }
  }

  private int alignment() {
    return REGISTER_BYTES / packed;
  }

  private String place(int distance) {
    String sum = distance == 0 ? index : text.value(Template.fill("add i64 $, $", index, distance));
    return text.value(
        Template.fill("getelementptr inbounds $, ptr $, i64 $", element.text(), pointer, sum));
  }
}
