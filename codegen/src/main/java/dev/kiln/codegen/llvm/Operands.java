package dev.kiln.codegen.llvm;

import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the values of one kernel are called in its LLVM function. */
public final class Operands {

  /**
   * A tensor parameter.
   *
   * @param pointer to its first element
   * @param extents one I32 an axis
   */
  public record Tensor(String pointer, List<String> extents) {}

  private final Map<Value, String> texts = new HashMap<>();
  private final Map<Value, Tensor> tensors = new HashMap<>();

  /** Says how a value is written that no instruction of its own defines. */
  public void bind(Value value, String text) {
    texts.put(value, text);
  }

  public void bind(Value value, Tensor tensor) {
    tensors.put(value, tensor);
  }

  /** The name for the result of an instruction: the id, and for readers the user's name. */
  public static String name(Value value) {
    String hint = value.hint().replaceAll("[^A-Za-z0-9_]", "_");
    return "%v" + value.id() + (hint.isEmpty() ? "" : "." + hint);
  }

  /** How a value is written. */
  public String of(Value value) {
    return texts.getOrDefault(value, name(value));
  }

  /** How a value is written, with its type before it. */
  public Typed typed(Value value) {
    return type(value).with(of(value));
  }

  public Tensor tensor(Value value) {
    Tensor tensor = tensors.get(value);
    if (tensor == null) {
      throw new IllegalStateException(value + " is not a tensor parameter");
    }
    return tensor;
  }

  public static LlvmType type(Value value) {
    return LlvmType.of(value.arithmetic());
  }
}
