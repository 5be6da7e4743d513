package dev.kiln.processor.decl;

import dev.kiln.ir.Literal;
import dev.kiln.ir.Loc;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One {@code @Variant} row: values for all constants.
 *
 * @param index from 0, in the order of the rows
 * @param constants values by parameter name, in the order of the parameters
 * @param target the backend that the row is for; empty for all that no other row names
 * @param loc the annotation; the method's name when the kernel has no constants and no rows
 */
public record VariantDecl(int index, Map<String, Literal> constants, String target, Loc loc) {
  /** Copies the map, keeping its order. */
  public VariantDecl {
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
  }

  /** The values in one normal form, as {@code bm=128, bn=64}. */
  public String row() {
    StringBuilder row = new StringBuilder();
    constants.forEach(
        (name, value) -> {
          row.append(row.isEmpty() ? "" : ", ").append(name).append('=').append(text(value));
        });
    return row.toString();
  }

  private static String text(Literal value) {
    return switch (value.dtype().kind()) {
      case FLOAT -> String.valueOf(value.asDouble());
      case TRUTH -> String.valueOf(value.asBoolean());
      case SIGNED, UNSIGNED -> String.valueOf(value.asLong());
    };
  }
}
