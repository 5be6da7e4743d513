package dev.kiln.processor.frontend;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.DimsDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Scalar;
import dev.kiln.processor.frontend.resolve.Language;
import dev.kiln.processor.host.SourceText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Statement;
import org.jspecify.annotations.Nullable;

/** Inlines calls of {@code @TileFunction} methods that stand in the same source file. */
final class Functions {
  private static final String ANNOTATION = "TileFunction";

  private final Translation translation;
  private final Findings findings;
  private final SourceText source;
  private final Deque<ExecutableElement> active = new ArrayDeque<>();

  Functions(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    SourceText text = translation.kernel.source();
    source = new SourceText(text.file(), text.text(), -1);
  }

  /** Whether a method may be called from kernels. */
  static boolean isFunction(ExecutableElement method) {
    return Language.isAnnotated(method, ANNOTATION);
  }

  /** Whether a method is declared in the kernel's source file. */
  boolean isInUnit(ExecutableElement method) {
    return declaration(method) != null;
  }

  private @Nullable MethodDeclaration declaration(ExecutableElement method) {
    Element element = method;
    while (element.getKind() != ElementKind.PACKAGE) {
      element = Objects.requireNonNull(element.getEnclosingElement());
    }
    CompilationUnit unit = translation.kernel.unit();
    String name =
        unit.getPackage() == null ? "" : unit.getPackage().getName().getFullyQualifiedName();
    return ((PackageElement) element).getQualifiedName().contentEquals(name)
        ? Syntax.find(unit, method, source)
        : null;
  }

  /** A call of one of {@code candidates}, as its body. */
  Term inline(MethodInvocation call, List<ExecutableElement> candidates) {
    List<Operand> arguments =
        Syntax.list(call.arguments(), Expression.class).stream()
            .map(translation.expressions::operand)
            .toList();
    if (arguments.stream().anyMatch(argument -> argument.term().isFailed())) {
      return Term.FAILED;
    }
    ExecutableElement method = chosen(candidates, arguments);
    if (method == null) {
      return refuseArguments(call, candidates, arguments);
    }
    MethodDeclaration declaration = form(call, method);
    if (declaration == null || !haveDims(method, declaration, arguments)) {
      return Term.FAILED;
    }
    if (active.contains(method)) {
      return findings.refuse(Code.RECURSION, call, method.getSimpleName(), chain(method));
    }
    active.push(method);
    Term result = body(call, method, declaration, arguments);
    active.pop();
    return result;
  }

  private String chain(ExecutableElement again) {
    List<String> names = new ArrayList<>();
    active.descendingIterator().forEachRemaining(method -> names.add(name(method)));
    names.add(name(again));
    return String.join(" calls ", names.subList(names.indexOf(name(again)), names.size()));
  }

  private static String name(ExecutableElement method) {
    return method.getSimpleName().toString();
  }

  /** The declaration of a method that can be inlined; null when it cannot, which is reported. */
  private @Nullable MethodDeclaration form(MethodInvocation call, ExecutableElement method) {
    if (!isFunction(method)) {
      findings.refuse(
          Code.UNSUPPORTED_CALL,
          call.getName(),
          name(method),
          "Mark it with @TileFunction, so that it is inlined.");
      return null;
    }
    if (!method.getModifiers().contains(Modifier.STATIC)) {
      findings.refuse(Code.FUNCTION_FORM, call.getName(), name(method), "an instance method");
      return null;
    }
    if (method.isVarArgs()) {
      findings.refuse(
          Code.FUNCTION_FORM, call.getName(), name(method), "a method of any number of arguments");
      return null;
    }
    MethodDeclaration declaration = declaration(method);
    if (declaration == null || declaration.getBody() == null) {
      findings.refuse(
          Code.UNSUPPORTED_CALL,
          call.getName(),
          name(method),
          "Move it into the kernel's source file; functions are inlined from there only.");
      return null;
    }
    return declaration;
  }

  /** Whether the sizes of arguments are what {@code @Dims} says; what is not is reported. */
  private boolean haveDims(
      ExecutableElement method, MethodDeclaration declaration, List<Operand> arguments) {
    CallDims dims = new CallDims(name(method), translation);
    boolean fit = true;
    for (int i = 0; i < arguments.size(); i++) {
      VariableElement parameter = method.getParameters().get(i);
      DimsDecl declared =
          DimsDecl.of(
              parameter,
              (SingleVariableDeclaration) declaration.parameters().get(i),
              /* isTensor= */ Primitive.of(parameter.asType()) == null,
              source,
              findings::refuse);
      fit &= declared == null || dims.fits(arguments.get(i), declared);
    }
    return fit;
  }

  private Term body(
      MethodInvocation call,
      ExecutableElement method,
      MethodDeclaration declaration,
      List<Operand> arguments) {
    List<SingleVariableDeclaration> parameters =
        Syntax.list(declaration.parameters(), SingleVariableDeclaration.class);
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      terms.add(passed(arguments.get(i), method.getParameters().get(i)));
    }
    TypeElement owner = (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
    Frame frame = new Frame(translation.lookup().within(owner), new Locals());
    Loc before = findings.enterCall(findings.loc(call));
    Term[] result = {Term.FAILED};
    translation.loops.apart(
        () ->
            result[0] =
                translation.in(
                    frame,
                    () -> {
                      for (int i = 0; i < parameters.size(); i++) {
                        bind(parameters.get(i), terms.get(i), declaration);
                      }
                      return translation.statements.method(
                          Syntax.list(declaration.getBody().statements(), Statement.class),
                          Primitive.of(method.getReturnType()));
                    }));
    findings.leaveCall(before);
    return result[0];
  }

  private void bind(SingleVariableDeclaration parameter, Term term, MethodDeclaration declaration) {
    String name = parameter.getName().getIdentifier();
    translation.statements.bind(
        name, term, Mutations.assigns(declaration.getBody(), name), findings.loc(parameter));
  }

  private Term passed(Operand argument, VariableElement parameter) {
    Primitive type = Primitive.of(parameter.asType());
    if (type == null) {
      return argument.term();
    }
    Scalar scalar = translation.operators.assigned(argument, type);
    return scalar == null ? Term.FAILED : scalar;
  }

  // Choice among overloads (JLS 15.12.2, without boxing)

  private @Nullable ExecutableElement chosen(
      List<ExecutableElement> candidates, List<Operand> arguments) {
    List<ExecutableElement> applicable =
        candidates.stream().filter(method -> takes(method, arguments)).toList();
    return applicable.stream()
        .filter(method -> applicable.stream().allMatch(other -> isAtLeastAsSpecific(method, other)))
        .findFirst()
        .orElse(applicable.isEmpty() ? null : applicable.getFirst());
  }

  private static boolean takes(ExecutableElement method, List<Operand> arguments) {
    List<? extends VariableElement> parameters = method.getParameters();
    if (parameters.size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (!takes(parameters.get(i).asType(), arguments.get(i).term())) {
        return false;
      }
    }
    return true;
  }

  private static boolean takes(TypeMirror parameter, Term argument) {
    return switch (argument) {
      case Scalar scalar -> {
        Primitive type = Primitive.of(parameter);
        yield type != null && scalar.type().widensTo(type);
      }
      case Buffer buffer -> takesTensor(parameter, buffer.type().element());
      case Term.Region _ ->
          parameter instanceof DeclaredType declared
              && Language.isNamed(declared.asElement(), Language.PACKAGE + ".Region");
      case Term.Element(DType dtype) ->
          Language.dtype(parameter) == null || Language.dtype(parameter) == dtype;
      case Term.Absent _ -> false;
    };
  }

  private static boolean takesTensor(TypeMirror parameter, DType element) {
    if (!(parameter instanceof DeclaredType declared) || !Language.isTensor(declared.asElement())) {
      return false;
    }
    String family = declared.asElement().getSimpleName().toString();
    if (!family.equals("Tensor") && !family.equals(Language.family(element))) {
      return false;
    }
    DType named =
        declared.getTypeArguments().isEmpty()
            ? null
            : Language.dtype(declared.getTypeArguments().getFirst());
    return named == null || named == element;
  }

  private static boolean isAtLeastAsSpecific(ExecutableElement method, ExecutableElement other) {
    for (int i = 0; i < method.getParameters().size(); i++) {
      Primitive mine = Primitive.of(method.getParameters().get(i).asType());
      Primitive others = Primitive.of(other.getParameters().get(i).asType());
      if (mine != null && others != null && !mine.widensTo(others)) {
        return false;
      }
    }
    return true;
  }

  private Term refuseArguments(
      MethodInvocation call, List<ExecutableElement> candidates, List<Operand> arguments) {
    String found =
        arguments.stream()
            .map(argument -> Term.describe(argument.term()))
            .collect(Collectors.joining(", "));
    String expected =
        candidates.getFirst().getParameters().stream()
            .map(parameter -> simpleNames(parameter.asType()))
            .collect(Collectors.joining(", "));
    findings.refuse(
        Code.UNKNOWN_METHOD,
        call.getName(),
        name(candidates.getFirst()),
        found.isEmpty() ? "none" : found,
        "It takes (" + expected + ").");
    findings.settle();
    return Term.FAILED;
  }

  private static String simpleNames(TypeMirror type) {
    return type.toString().replaceAll("@\\S+\\s+", "").replaceAll("\\b[a-z]\\w*\\.", "");
  }
}
