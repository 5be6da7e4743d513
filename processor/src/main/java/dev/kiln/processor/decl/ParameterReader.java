package dev.kiln.processor.decl;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.host.SourceText;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Type;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a kernel. */
final class ParameterReader {
  static final String CONST = "dev.kiln.lang.Const";

  /** The tensor families by class name: those with a type argument, and those of one type. */
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "dev.kiln.lang.FloatTensor", "FloatTensor<F32>",
          "dev.kiln.lang.IntTensor", "IntTensor<I32>");

  private static final Map<String, DType> FIXED =
      Map.of(
          "dev.kiln.lang.LongTensor", DType.I64,
          "dev.kiln.lang.DoubleTensor", DType.F64,
          "dev.kiln.lang.BoolTensor", DType.BOOL);

  private final SourceText source;
  private final Diagnostics diagnostics;

  ParameterReader(SourceText source, Diagnostics diagnostics) {
    this.source = source;
    this.diagnostics = diagnostics;
  }

  /** The parameter, or null when it was refused and reported. */
  @Nullable ParameterDecl read(VariableElement element, SingleVariableDeclaration written) {
    String name = element.getSimpleName().toString();
    Loc loc = Syntax.loc(source, written.getName());
    TypeMirror type = element.asType();
    if (Mirrors.find(element, CONST) != null) {
      return constant(name, type, loc, written.getType());
    }
    DType scalar = scalar(type);
    if (scalar != null && !written.isVarargs()) {
      dims(element, written, /* isTensor= */ false);
      return new ParameterDecl.Scalar(name, scalar, loc);
    }
    return tensor(element, type, written);
  }

  private @Nullable DimsDecl dims(
      VariableElement element, SingleVariableDeclaration written, boolean isTensor) {
    return DimsDecl.of(element, written, isTensor, source, diagnostics::report);
  }

  private @Nullable ParameterDecl constant(String name, TypeMirror type, Loc loc, Type written) {
    DType scalar = scalar(type);
    if (scalar == null) {
      diagnostics.report(Code.CONST_TYPE, Syntax.loc(source, written), name, written);
      return null;
    }
    return new ParameterDecl.Constant(name, scalar, loc);
  }

  private @Nullable ParameterDecl tensor(
      VariableElement parameter, TypeMirror type, SingleVariableDeclaration written) {
    String name = parameter.getSimpleName().toString();
    Loc typeLoc = Syntax.loc(source, written.getType());
    String family =
        type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element
            ? element.getQualifiedName().toString()
            : "";
    String example = EXAMPLES.get(family);
    DType fixed = FIXED.get(family);
    if (example == null && fixed == null) {
      String dots = written.isVarargs() ? "..." : "";
      diagnostics.report(Code.PARAMETER_TYPE, typeLoc, written.getType() + dots);
      return null;
    }
    DType element = fixed == null ? argument((DeclaredType) type) : fixed;
    if (element == null && isVariable((DeclaredType) type)) {
      // The kernel has type parameters, which is what is reported.
      return null;
    }
    if (element == null) {
      diagnostics.report(Code.TENSOR_DTYPE, typeLoc, name, example == null ? "" : example);
      return null;
    }
    DimsDecl dims = dims(parameter, written, /* isTensor= */ true);
    return new ParameterDecl.Tensor(name, element, dims, Syntax.loc(source, written.getName()));
  }

  private static boolean isVariable(DeclaredType type) {
    return type.getTypeArguments().stream()
        .anyMatch(argument -> argument.getKind() == TypeKind.TYPEVAR);
  }

  private static @Nullable DType argument(DeclaredType type) {
    if (type.getTypeArguments().size() == 1
        && type.getTypeArguments().getFirst() instanceof DeclaredType argument) {
      String name = argument.asElement().getSimpleName().toString();
      for (DType candidate : DType.values()) {
        if (candidate.name().equals(name)) {
          return candidate;
        }
      }
    }
    return null;
  }

  private static @Nullable DType scalar(TypeMirror type) {
    return switch (type.getKind()) {
      case INT -> DType.I32;
      case LONG -> DType.I64;
      case FLOAT -> DType.F32;
      case DOUBLE -> DType.F64;
      case BOOLEAN -> DType.BOOL;
      default -> null;
    };
  }
}
