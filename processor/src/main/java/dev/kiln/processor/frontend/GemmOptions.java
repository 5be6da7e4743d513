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

/**
 * What a call of gemm says behind its tiles.
 *
 * @param tf32 the place of {@code TF32}; null where it is not written
 */
record GemmOptions(@Nullable Loc tf32, WarpPolicy policy) {
  private static final String CURE = "Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.";

  /** The options that the arguments are; null when one is none, which is reported. */
  static @Nullable GemmOptions of(List<Expression> arguments, Translation translation) {
    Loc tf32 = null;
    WarpPolicy policy = null;
    for (Expression argument : arguments) {
      String name = name(argument, translation);
      boolean isPrecision = name != null && name.equals(Precision.TF32.name());
      if (name == null || (isPrecision ? tf32 : policy) != null) {
        translation.findings.refuse(
            Code.GEMM_OPTION,
            argument,
            translation.findings.text(argument),
            name == null ? "is no option of gemm" : "says again what another option has said",
            CURE);
        return null;
      }
      if (isPrecision) {
        tf32 = translation.findings.loc(argument);
      } else {
        policy = WarpPolicy.valueOf(name);
      }
    }
    return new GemmOptions(tf32, policy == null ? WarpPolicy.SQUARE : policy);
  }

  Precision precision() {
    return tf32 == null ? Precision.FULL : Precision.TF32;
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

  /**
   * Whether the options can be had for these factors. If not, it is reported at the factor that is
   * not f32 where the other one is, else at {@code TF32}, which fits neither.
   *
   * @param locs the places of the factors
   */
  boolean fits(Buffer left, Buffer right, List<Loc> locs, Findings findings) {
    boolean isLeft = left.type().element() == DType.F32;
    boolean isRight = right.type().element() == DType.F32;
    if (tf32 == null || (isLeft && isRight)) {
      return true;
    }
    boolean areBothOff = isLeft == isRight;
    findings.refuse(
        Code.DTYPE_MISMATCH,
        areBothOff ? tf32 : locs.get(isLeft ? 1 : 0),
        "gemm in TF32",
        left.type().element().text() + ", " + right.type().element().text(),
        areBothOff
            ? "Leave TF32 out, or make both factors f32."
            : "Make both f32, by copying '%s' to a tile of it first; copy converts."
                .formatted((isLeft ? right : left).name()));
    return false;
  }
}
