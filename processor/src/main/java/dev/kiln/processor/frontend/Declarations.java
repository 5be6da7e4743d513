package dev.kiln.processor.frontend;

import dev.kiln.processor.frontend.Term.Constant;
import java.util.Locale;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** What the type of a declaration says. */
final class Declarations {
  private Declarations() {}

  /** The primitive type as it is written; null for {@code void}. */
  static @Nullable Primitive primitive(PrimitiveType type) {
    return type.getPrimitiveTypeCode() == PrimitiveType.VOID
        ? null
        : Primitive.valueOf(type.getPrimitiveTypeCode().toString().toUpperCase(Locale.ROOT));
  }

  /** What a variable holds that is declared without a value; Java never reads it. */
  static Constant zero(Primitive type) {
    return type == Primitive.BOOLEAN ? Constant.of(false) : Folding.convert(Constant.of(0), type);
  }
}
