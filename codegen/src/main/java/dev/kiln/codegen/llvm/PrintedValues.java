package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Puts the values of a line that is printed side by side in memory, 8 bytes each, where a function
 * of the host or of the driver reads them: integers as I64, floats as F64, truth values as what a
 * target makes of them.
 */
public final class PrintedValues {
  private static final int SLOT_BYTES = 8;

  private final FunctionText text;
  private final Operands operands;

  public PrintedValues(FunctionText text, Operands operands) {
    this.text = text;
    this.operands = operands;
  }

  /** What a target makes of a truth value: an operand of 8 bytes. */
  @FunctionalInterface
  public interface TruthValue {
    /** Of a condition. */
    Typed of(String condition);
  }

  /** Stores the values of {@code op} and returns the operand for their address. */
  public Typed store(LowOp.Print op, TruthValue truth) {
    List<Value> values = op.values();
    String slots =
        text.slots(text.name("line"), LlvmType.I64, Math.max(1, values.size()), SLOT_BYTES);
    for (int i = 0; i < values.size(); i++) {
      String slot =
          text.value(
              Template.fill("getelementptr inbounds i8, ptr $, i64 $", slots, SLOT_BYTES * i));
      text.line(Template.fill("store $, ptr $, align 8", wide(values.get(i), truth), slot));
    }
    return new Typed("ptr", slots);
  }

  private Typed wide(Value value, TruthValue truth) {
    String operand = operands.of(value);
    return switch (value.dtype()) {
      case BOOL -> truth.of(operand);
      case I64 -> LlvmType.I64.with(operand);
      case I8, I16, I32, U8 ->
          LlvmType.I64.with(text.value(Template.fill("sext i32 $ to i64", operand)));
      case F64 -> new Typed("double", operand);
      case F32 ->
          new Typed("double", text.value(Template.fill("fpext float $ to double", operand)));
      case F16, BF16, E4M3, E5M2 ->
          throw new IllegalStateException(value + " is no computed value");
    };
  }

  /**
   * A letter for each value: {@code b} truth value, {@code i} integer, {@code f} F32, {@code d}.
   */
  public static String kinds(LowOp.Print op) {
    return op.values().stream()
        .map(value -> String.valueOf(kind(value.dtype())))
        .collect(Collectors.joining());
  }

  private static char kind(DType dtype) {
    return switch (dtype) {
      case BOOL -> 'b';
      case I8, I16, I32, I64, U8 -> 'i';
      case F16, BF16, E4M3, E5M2, F32 -> 'f';
      case F64 -> 'd';
    };
  }
}
