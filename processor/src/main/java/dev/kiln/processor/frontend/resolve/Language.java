package dev.kiln.processor.frontend.resolve;

import dev.kiln.ir.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Recognises the kernel language by its elements, never by a name alone. */
public final class Language {
  /** The package of the language. */
  public static final String PACKAGE = "dev.kiln.lang";

  private static final Map<String, DType> DTYPES =
      Arrays.stream(DType.values())
          .collect(Collectors.toUnmodifiableMap(Language::className, Function.identity()));

  private Language() {}

  /** Whether a type is the class whose static methods are the words of the language. */
  public static boolean isTile(Element type) {
    return isNamed(type, PACKAGE + ".Tile");
  }

  /** Whether a type is one of the language's tensor families, or what they have in common. */
  public static boolean isTensor(Element type) {
    return type instanceof TypeElement element
        && element.getQualifiedName().toString().startsWith(PACKAGE + ".")
        && element.getSimpleName().toString().endsWith("Tensor");
  }

  /** Whether an element carries an annotation of the language, named without its package. */
  public static boolean isAnnotated(Element element, String annotation) {
    return element.getAnnotationMirrors().stream()
        .anyMatch(
            mirror -> isNamed(mirror.getAnnotationType().asElement(), PACKAGE + "." + annotation));
  }

  /** The element type whose marker class a type is; null for every other type. */
  public static @Nullable DType dtype(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
        ? DTYPES.get(element.getQualifiedName().toString())
        : null;
  }

  /** The tensor family whose elements are of a type. */
  public static String family(DType element) {
    return switch (element.computed()) {
      case F32 -> "FloatTensor";
      case F64 -> "DoubleTensor";
      case I32 -> "IntTensor";
      case I64 -> "LongTensor";
      case BOOL -> "BoolTensor";
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalStateException("not computed: " + element);
    };
  }

  /** The Java type of tensors with elements of a type, as in {@code FloatTensor<F16>}. */
  public static String typeOf(DType element) {
    return switch (element) {
      case F64, I64, BOOL -> family(element);
      case F16, BF16, E4M3, E5M2, F32, I8, I16, I32, U8 ->
          family(element) + "<" + element.name() + ">";
    };
  }

  /** The names of the tensor families. */
  public static List<String> families() {
    return Arrays.stream(DType.values()).map(Language::family).distinct().toList();
  }

  /** Whether a type has the given canonical name. */
  public static boolean isNamed(Element type, String name) {
    return type instanceof TypeElement element && element.getQualifiedName().contentEquals(name);
  }

  private static String className(DType dtype) {
    return PACKAGE + "." + dtype.name();
  }
}
