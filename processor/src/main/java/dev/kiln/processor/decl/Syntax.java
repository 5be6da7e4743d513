package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.host.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.dom.AST;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.NodeFinder;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.jspecify.annotations.Nullable;

/** Parses source texts, syntax only, and finds in them what the compiler's elements stand for. */
public final class Syntax {
  private static final int OLDEST = 17;

  /** The methods that tensors and tiles are read and written by. */
  private static final Set<String> ELEMENT_CALLS = Set.of("get", "set");

  private Syntax() {}

  /** The syntax tree of a whole unit; what Java itself refuses is left to the compiler to say. */
  public static CompilationUnit parse(SourceText source, SourceVersion version) {
    ASTParser parser = ASTParser.newParser(AST.getJLSLatest());
    parser.setCompilerOptions(options(version));
    parser.setKind(ASTParser.K_COMPILATION_UNIT);
    parser.setResolveBindings(false);
    parser.setSource(source.text().toCharArray());
    return (CompilationUnit) parser.createAST(null);
  }

  private static Map<String, String> options(SourceVersion version) {
    int newest = Integer.parseInt(JavaCore.latestSupportedJavaVersion());
    String level = String.valueOf(Math.clamp(version.ordinal(), OLDEST, newest));
    Map<String, String> options = new HashMap<>(JavaCore.getOptions());
    options.put(JavaCore.COMPILER_SOURCE, level);
    options.put(JavaCore.COMPILER_COMPLIANCE, level);
    options.put(JavaCore.COMPILER_CODEGEN_TARGET_PLATFORM, level);
    return options;
  }

  /** The place of a node. */
  public static Loc loc(SourceText source, ASTNode node) {
    return source.loc(node.getStartPosition(), node.getStartPosition() + node.getLength());
  }

  /**
   * The place of an operand of the call that is written at {@code loc}: of the tensor itself for 0
   * where one of its methods is called, of an argument else; {@code loc} where it is no such call.
   */
  static Loc operand(CompilationUnit unit, SourceText source, Loc loc, int number) {
    ASTNode node = NodeFinder.perform(unit, loc.start(), loc.end() - loc.start());
    if (!(node instanceof MethodInvocation call)) {
      return loc;
    }
    List<Expression> operands = new ArrayList<>(list(call.arguments(), Expression.class));
    if (ELEMENT_CALLS.contains(call.getName().getIdentifier())) {
      operands.addFirst(call.getExpression());
    }
    if (number >= operands.size()) {
      return loc;
    }
    Loc place = loc(source, operands.get(number));
    return loc.caller() == null ? place : place.calledFrom(loc.caller());
  }

  /** A list of the parser, which has no type arguments, as what it holds. */
  public static <T> List<T> list(List<?> raw, Class<T> type) {
    return raw.stream().map(type::cast).toList();
  }

  /**
   * The declaration of a method: at the host's offset when it gave one, else by the names of the
   * classes around it and the written types of its parameters. Null when the text has none.
   */
  public static @Nullable MethodDeclaration find(
      CompilationUnit unit, ExecutableElement method, SourceText source) {
    MethodDeclaration anchored = source.anchor() < 0 ? null : at(unit, method, source.anchor());
    if (anchored != null) {
      return anchored;
    }
    AbstractTypeDeclaration type = type(unit, Objects.requireNonNull(method.getEnclosingElement()));
    if (type == null) {
      return null;
    }
    List<MethodDeclaration> named =
        list(type.bodyDeclarations(), BodyDeclaration.class).stream()
            .filter(MethodDeclaration.class::isInstance)
            .map(MethodDeclaration.class::cast)
            .filter(declaration -> isNamed(declaration, method))
            .filter(declaration -> declaration.parameters().size() == method.getParameters().size())
            .toList();
    return named.stream()
        .filter(declaration -> hasTypes(declaration, method))
        .findFirst()
        .orElse(named.size() == 1 ? named.getFirst() : null);
  }

  private static @Nullable MethodDeclaration at(
      CompilationUnit unit, ExecutableElement method, int offset) {
    for (ASTNode node = NodeFinder.perform(unit, offset, 0);
        node != null;
        node = node.getParent()) {
      if (node instanceof MethodDeclaration declaration && isNamed(declaration, method)) {
        return declaration;
      }
    }
    return null;
  }

  private static boolean isNamed(MethodDeclaration declaration, ExecutableElement method) {
    return method.getSimpleName().contentEquals(declaration.getName().getIdentifier());
  }

  private static boolean hasTypes(MethodDeclaration declaration, ExecutableElement method) {
    List<SingleVariableDeclaration> written =
        list(declaration.parameters(), SingleVariableDeclaration.class);
    for (int i = 0; i < written.size(); i++) {
      String name = withoutArguments(written.get(i).getType().toString());
      String full = withoutArguments(method.getParameters().get(i).asType().toString());
      if (!full.equals(name) && !full.endsWith("." + name)) {
        return false;
      }
    }
    return true;
  }

  private static String withoutArguments(String type) {
    int open = type.indexOf('<');
    return open < 0 ? type : type.substring(0, open);
  }

  private static @Nullable AbstractTypeDeclaration type(CompilationUnit unit, Element type) {
    Element around = Objects.requireNonNull(type.getEnclosingElement());
    List<?> candidates;
    if (around.getKind() == ElementKind.PACKAGE) {
      candidates = unit.types();
    } else {
      AbstractTypeDeclaration outer = type(unit, around);
      candidates = outer == null ? List.of() : outer.bodyDeclarations();
    }
    for (Object candidate : candidates) {
      if (candidate instanceof AbstractTypeDeclaration declaration
          && type.getSimpleName().contentEquals(declaration.getName().getIdentifier())) {
        return declaration;
      }
    }
    return null;
  }
}
