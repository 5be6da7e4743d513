package dev.kiln.processor.frontend;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Precision;
import dev.kiln.ir.WarpPolicy;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.resolve.Language;
import dev.kiln.processor.frontend.resolve.Meaning;
import java.util.List;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.Name;
import org.jspecify.annotations.Nullable;

/** What a call of gemm says behind its tiles. */
record GemmOptions(Precision precision, WarpPolicy policy) {
  private static final String CURE = "Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.";

  /** The options that the arguments are; null when one is none, which is reported. */
  static @Nullable GemmOptions of(List<Expression> arguments, Translation translation) {
    Precision precision = null;
    WarpPolicy policy = null;
    for (Expression argument : arguments) {
      String name = name(argument, translation);
      boolean isPrecision = name != null && name.equals(Precision.TF32.name());
      if (name == null || (isPrecision ? precision : policy) != null) {
        translation.findings.refuse(
            Code.GEMM_OPTION,
            argument,
            translation.findings.text(argument),
            name == null ? "is no option of gemm" : "says again what another option has said",
            CURE);
        return null;
      }
      if (isPrecision) {
        precision = Precision.TF32;
      } else {
        policy = WarpPolicy.valueOf(name);
      }
    }
    return new GemmOptions(
        precision == null ? Precision.FULL : precision,
        policy == null ? WarpPolicy.SQUARE : policy);
  }

  /** The constant of the language's that an argument names; null when it names none. */
  private static @Nullable String name(Expression argument, Translation translation) {
    return argument instanceof Name name
            && !translation.expressions.isLocal(name)
            && translation.lookup().meaning(name) instanceof Meaning.OfField(VariableElement field)
            && isOption(field)
        ? field.getSimpleName().toString()
        : null;
  }

  /** Whether a constant of the language's is an option. */
  static boolean isOption(VariableElement field) {
    return field.asType() instanceof DeclaredType declared
        && Language.isNamed(declared.asElement(), Language.PACKAGE + ".GemmOption");
  }

  /** Whether the options can be had for these factors, which is reported if not. */
  boolean fits(Buffer left, Buffer right, Loc loc, Findings findings) {
    boolean areSingle = left.type().element() == DType.F32 && right.type().element() == DType.F32;
    if (precision == Precision.FULL || areSingle) {
      return true;
    }
    findings.refuse(
        Code.DTYPE_MISMATCH,
        loc,
        "gemm in TF32",
        left.type().element().text() + ", " + right.type().element().text(),
        "Leave TF32 out, or make both factors f32.");
    return false;
  }
}
