package dev.kiln.lower.check;

import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of a kernel's tensors and tiles: constants, or one value for all dimensions that
 * {@code @Dims} gives one name.
 */
final class Sizes {
  private final Kernel kernel;
  private final Map<String, Value> byName = new HashMap<>();

  Sizes(Kernel kernel) {
    this.kernel = kernel;
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.Dim dim) {
            byName.putIfAbsent(name(dim.tensor(), dim.axis()), dim.result());
          }
        });
  }

  /** How messages call a size: {@code 64}, {@code n} or {@code a.dim(0)}. */
  String name(Value buffer, int axis) {
    if (buffer.type() instanceof Type.TileType tile) {
      return Integer.toString(tile.shape().extent(axis));
    }
    String name = kernel.dimName(buffer, axis);
    return name.isEmpty() ? "%s.dim(%d)".formatted(buffer.hint(), axis) : name;
  }

  /** Whether a size is a number. */
  static boolean isNumber(String name) {
    return Character.isDigit(name.charAt(0));
  }

  /** A size; null where the kernel does not read it, so that nothing is computed from it. */
  @Nullable LinearForm form(Value buffer, int axis) {
    String name = name(buffer, axis);
    if (isNumber(name)) {
      return new LinearForm(Map.of(), Long.parseLong(name));
    }
    Value value = byName.get(name);
    return value == null ? null : new LinearForm(Map.of(value, 1L), 0);
  }
}
