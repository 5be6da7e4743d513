package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.host.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.ArrayInitializer;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.SingleMemberAnnotation;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Type;
import org.jspecify.annotations.Nullable;

/** Reads what the user declared about a kernel, and refuses what no kernel can be. */
public final class DeclReader {
  /** The annotation that makes a method a kernel. */
  public static final String KERNEL = "dev.kiln.lang.TileKernel";

  private final Set<String> targets;

  /**
   * A reader for one round.
   *
   * @param targets the names that {@code @Variant} rows may give as their target
   */
  public DeclReader(Set<String> targets) {
    this.targets = targets;
  }

  /**
   * The declaration of a kernel; null when so much of it was refused and reported that its body
   * cannot be looked at. Not null does not mean that nothing was reported.
   *
   * @param unit the syntax of {@code source}
   * @param method the syntax of {@code element} in it
   */
  public @Nullable KernelDecl read(
      ExecutableElement element,
      SourceText source,
      CompilationUnit unit,
      MethodDeclaration method,
      Diagnostics diagnostics) {
    checkForm(element, source, method, diagnostics);
    Set<String> refused = new HashSet<>();
    List<ParameterDecl> parameters = parameters(element, source, method, refused, diagnostics);
    List<ParameterDecl.Constant> constants =
        parameters.stream()
            .filter(ParameterDecl.Constant.class::isInstance)
            .map(ParameterDecl.Constant.class::cast)
            .toList();
    String name = element.getSimpleName().toString();
    List<VariantDecl> variants =
        new VariantReader(constants, refused, targets, diagnostics)
            .read(
                name, Syntax.loc(source, method.getName()), rows(element, source, method), source);
    if (!refused.isEmpty() || variants.isEmpty() || method.getBody() == null) {
      return null;
    }
    TypeElement owner = (TypeElement) Objects.requireNonNull(element.getEnclosingElement());
    return new KernelDecl(
        element, method, unit, source, binaryName(owner), name, parameters, variants);
  }

  private static String binaryName(TypeElement type) {
    return type.getEnclosingElement() instanceof TypeElement outer
        ? binaryName(outer) + "$" + type.getSimpleName()
        : type.getQualifiedName().toString();
  }

  private static void checkForm(
      ExecutableElement element,
      SourceText source,
      MethodDeclaration method,
      Diagnostics diagnostics) {
    String name = element.getSimpleName().toString();
    Loc loc = Syntax.loc(source, method.getName());
    if (!element.getModifiers().contains(Modifier.STATIC)) {
      diagnostics.report(Code.KERNEL_NOT_STATIC, loc, name);
    }
    if (element.getReturnType().getKind() != TypeKind.VOID) {
      Type type = method.getReturnType2();
      diagnostics.report(
          Code.KERNEL_RETURNS,
          type == null ? loc : Syntax.loc(source, type),
          name,
          element.getReturnType());
    }
    if (!method.typeParameters().isEmpty()) {
      ASTNode first = (ASTNode) method.typeParameters().getFirst();
      diagnostics.report(Code.KERNEL_GENERIC, Syntax.loc(source, first), name);
    }
    if (!method.thrownExceptionTypes().isEmpty()) {
      ASTNode first = (ASTNode) method.thrownExceptionTypes().getFirst();
      diagnostics.report(Code.KERNEL_THROWS, Syntax.loc(source, first), name);
    }
    if (method.getBody() == null) {
      diagnostics.report(Code.KERNEL_WITHOUT_BODY, loc, name);
    }
  }

  private static List<ParameterDecl> parameters(
      ExecutableElement element,
      SourceText source,
      MethodDeclaration method,
      Set<String> refused,
      Diagnostics diagnostics) {
    ParameterReader reader = new ParameterReader(source, diagnostics);
    List<SingleVariableDeclaration> written =
        Syntax.list(method.parameters(), SingleVariableDeclaration.class);
    List<ParameterDecl> parameters = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      VariableElement parameter = element.getParameters().get(i);
      ParameterDecl decl = reader.read(parameter, written.get(i));
      if (decl == null) {
        refused.add(parameter.getSimpleName().toString());
      } else {
        parameters.add(decl);
      }
    }
    return parameters;
  }

  private static List<VariantReader.Row> rows(
      ExecutableElement element, SourceText source, MethodDeclaration method) {
    List<Annotation> written = new ArrayList<>();
    for (Object modifier : method.modifiers()) {
      if (modifier instanceof Annotation annotation) {
        collectVariants(annotation, written);
      }
    }
    List<AnnotationMirror> mirrors =
        Mirrors.findAll(element, VariantReader.TYPE, VariantReader.CONTAINER);
    List<VariantReader.Row> rows = new ArrayList<>();
    for (int i = 0; i < Math.min(mirrors.size(), written.size()); i++) {
      rows.add(
          new VariantReader.Row(
              mirrors.get(i), written.get(i), Syntax.loc(source, written.get(i))));
    }
    return rows;
  }

  private static void collectVariants(Annotation annotation, List<Annotation> found) {
    if (isNamed(annotation, "Variant")) {
      found.add(annotation);
    } else if (isNamed(annotation, "Rows")
        && annotation instanceof SingleMemberAnnotation single
        && single.getValue() instanceof ArrayInitializer array) {
      for (Object row : array.expressions()) {
        if (row instanceof Annotation inner) {
          found.add(inner);
        }
      }
    }
  }

  /** Whether an annotation is written with a simple or qualified name that ends so. */
  static boolean isNamed(Annotation annotation, String simpleName) {
    String name = annotation.getTypeName().getFullyQualifiedName();
    return name.equals(simpleName) || name.endsWith("." + simpleName);
  }
}
