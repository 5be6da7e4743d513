package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Folding;
import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What integers are when those that they are computed from are known: {@code i / 2} for i = 3. */
record Evaluation(Definitions definitions) {

  /** A form with numbers in the place of the values that are known and of those that follow. */
  LinearForm with(LinearForm form, Map<Value, Long> numbers) {
    var all = new HashMap<>(numbers);
    for (Value term : form.terms().keySet()) {
      Literal value = numbers.containsKey(term) ? null : value(term, numbers);
      if (value != null) {
        all.put(term, value.asLong());
      }
    }
    return form.with(all);
  }

  private @Nullable Literal value(Value value, Map<Value, Long> numbers) {
    Long number = numbers.get(definitions.origin(value));
    if (number != null) {
      return Literal.of(value.dtype(), number);
    }
    return switch (definitions.of(value)) {
      case LowOp.Constant constant -> constant.value();
      case LowOp.Unary unary -> {
        Literal operand = value(unary.operand(), numbers);
        yield operand == null ? null : Folding.unary(unary.operator(), operand);
      }
      case LowOp.Binary binary -> {
        Literal left = value(binary.left(), numbers);
        Literal right = left == null ? null : value(binary.right(), numbers);
        yield left == null || right == null ? null : Folding.binary(binary.operator(), left, right);
      }
      case LowOp.Cast cast when isWidening(cast) -> {
        Literal operand = value(cast.operand(), numbers);
        yield operand == null ? null : Literal.of(cast.result().dtype(), operand.asLong());
      }
      case null, default -> null;
    };
  }

  private static boolean isWidening(LowOp.Cast cast) {
    return cast.operand().dtype() == DType.I32 && cast.result().dtype() == DType.I64;
  }
}
