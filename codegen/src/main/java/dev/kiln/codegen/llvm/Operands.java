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

  /** By id, which is quicker to look up than the whole value. */
  private final Map<Integer, String> texts = new HashMap<>();

  private final Map<Integer, Tensor> tensors = new HashMap<>();

  /** Says how a value is written that no instruction of its own defines. */
  public void bind(Value value, String text) {
    texts.put(value.id(), text);
  }

  /** Says where a tensor parameter is. */
  public void bind(Value value, Tensor tensor) {
    tensors.put(value.id(), tensor);
  }

  /** The name for the result of an instruction: the id, and for readers the user's name. */
  public static String name(Value value) {
    var name = new StringBuilder("%v").append(value.id());
    if (!value.hint().isEmpty()) {
      name.append('.');
      value.hint().chars().forEach(c -> name.append(isPlain(c) ? (char) c : '_'));
    }
    return name.toString();
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /** How a value is written. */
  public String of(Value value) {
    return texts.computeIfAbsent(value.id(), id -> name(value));
  }

  /** How a value is written, with its type before it. */
  public Typed typed(Value value) {
    return type(value).with(of(value));
  }

  public Tensor tensor(Value value) {
    Tensor tensor = tensors.get(value.id());
    if (tensor == null) {
      throw new IllegalStateException(value + " is not a tensor parameter");
    }
    return tensor;
  }

  public static LlvmType type(Value value) {
    return LlvmType.of(value.arithmetic());
  }
}
