package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.host.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * An annotation of the language where nothing reads it: {@code @Variant} or {@code @Const} at what
 * is no kernel, {@code @Dims} at what is no function either.
 *
 * @param method that has it, itself or at a parameter
 * @param name of the annotation
 * @param parameter the number of the parameter; negative where the method itself has it
 */
public record StrayAnnotation(ExecutableElement method, String name, int parameter) {
  private static final String FUNCTION = "dev.kiln.lang.TileFunction";
  private static final String VARIANT = "Variant";
  private static final String CONST = "Const";
  private static final String DIMS = "Dims";

  /** The method that an annotated element is or is a parameter of; none for other elements. */
  public static Stream<ExecutableElement> methods(Element annotated) {
    return switch (annotated) {
      case ExecutableElement method -> Stream.of(method);
      case VariableElement parameter
          when parameter.getEnclosingElement() instanceof ExecutableElement method ->
          Stream.of(method);
      default -> Stream.of();
    };
  }

  /**
   * Those that a method is to be blamed for: of a function all, as each is mended by itself; else
   * the first, for {@code @TileKernel} is likely what is missing.
   */
  public static List<StrayAnnotation> of(ExecutableElement method) {
    if (Mirrors.find(method, DeclReader.KERNEL) != null) {
      return List.of();
    }
    List<StrayAnnotation> all = new ArrayList<>();
    if (!Mirrors.findAll(method, VariantReader.TYPE, VariantReader.CONTAINER).isEmpty()) {
      all.add(new StrayAnnotation(method, VARIANT, -1));
    }
    boolean isFunction = isFunction(method);
    for (int i = 0; i < method.getParameters().size(); i++) {
      VariableElement parameter = method.getParameters().get(i);
      if (Mirrors.find(parameter, ParameterReader.CONST) != null) {
        all.add(new StrayAnnotation(method, CONST, i));
      }
      if (!isFunction && Mirrors.find(parameter, DimsDecl.TYPE) != null) {
        all.add(new StrayAnnotation(method, DIMS, i));
      }
    }
    return isFunction || all.isEmpty() ? all : List.of(all.getFirst());
  }

  private static boolean isFunction(ExecutableElement method) {
    return Mirrors.find(method, FUNCTION) != null;
  }

  /**
   * What is said of it; without a place where the text has no such method.
   *
   * @param source the text that declares the method; null where it cannot be read
   */
  public Diagnostic finding(@Nullable SourceText source, SourceVersion version) {
    MethodDeclaration declaration =
        source == null ? null : Syntax.find(Syntax.parse(source, version), method, source);
    Loc loc = source == null || declaration == null ? Loc.text("", 0, 0) : loc(declaration, source);
    return Diagnostic.of(Code.STRAY_ANNOTATION, loc, name, place(), cure());
  }

  private Loc loc(MethodDeclaration declaration, SourceText source) {
    List<?> modifiers =
        parameter < 0
            ? declaration.modifiers()
            : ((SingleVariableDeclaration) declaration.parameters().get(parameter)).modifiers();
    return modifiers.stream()
        .filter(Annotation.class::isInstance)
        .map(Annotation.class::cast)
        .filter(this::isMeant)
        .findFirst()
        .map(annotation -> Syntax.loc(source, annotation))
        .orElseGet(() -> Syntax.loc(source, declaration.getName()));
  }

  private boolean isMeant(Annotation written) {
    return DeclReader.isNamed(written, name)
        || (name.equals(VARIANT) && DeclReader.isNamed(written, "Rows"));
  }

  private boolean isOfConstructor() {
    return method.getKind() == ElementKind.CONSTRUCTOR;
  }

  private String place() {
    if (isOfConstructor()) {
      return "a constructor";
    }
    String quoted = "'" + method.getSimpleName() + "'";
    return isFunction(method)
        ? "@TileFunction " + quoted
        : "method " + quoted + ", which is not a kernel";
  }

  private String cure() {
    if (isOfConstructor()) {
      return "Remove it; only methods can be kernels.";
    }
    if (!isFunction(method)) {
      String marks = name.equals(DIMS) ? "@TileKernel or @TileFunction" : "@TileKernel";
      return "Mark the method with " + marks + ", or remove @" + name + ".";
    }
    return name.equals(VARIANT)
        ? "Move it to the kernel that calls the function."
        : "Remove it; functions are inlined, and a constant argument stays a constant in them.";
  }
}
