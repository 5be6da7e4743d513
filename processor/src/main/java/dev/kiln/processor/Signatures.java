package dev.kiln.processor;

import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Whether a method's own types are known. Looks at nothing else of its class, which may well name
 * the launcher that this very method gives rise to.
 */
final class Signatures {
  private Signatures() {}

  static boolean areKnown(ExecutableElement method) {
    return isKnown(method.getReturnType())
        && method.getParameters().stream().allMatch(parameter -> isKnown(parameter.asType()));
  }

  private static boolean isKnown(TypeMirror type) {
    if (type.getKind() == TypeKind.ERROR) {
      return false;
    }
    return switch (type) {
      case ArrayType array -> isKnown(array.getComponentType());
      case DeclaredType declared ->
          declared.getTypeArguments().stream().allMatch(Signatures::isKnown);
      default -> true;
    };
  }
}
