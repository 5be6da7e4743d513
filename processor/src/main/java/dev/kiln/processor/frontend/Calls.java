package dev.kiln.processor.frontend;

import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Suggestion;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.resolve.Language;
import dev.kiln.processor.frontend.resolve.Meaning;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.jspecify.annotations.Nullable;

/** Finds what a call calls: a word of the language, a method of a tensor, or a function. */
final class Calls {
  private static final String CURE =
      "Call the words of Tile, methods of java.lang.Math or a @TileFunction.";

  /** What Java programs print to. */
  private static final Set<String> PRINTS = Set.of("System.out", "System.err");

  private final Translation translation;
  private final Findings findings;
  private final Functions functions;
  private final ScalarWords scalars;
  private final TensorCalls tensors;

  Calls(Translation translation, Functions functions) {
    this.translation = translation;
    this.functions = functions;
    findings = translation.findings;
    scalars = new ScalarWords(translation);
    tensors = new TensorCalls(translation);
  }

  /** Any call. */
  Term of(MethodInvocation call) {
    Expression receiver = call.getExpression();
    if (receiver != null && !(receiver instanceof Name name && !isLocal(name))) {
      return onValue(call, translation.expressions.operand(receiver));
    }
    List<ExecutableElement> candidates = candidates(call);
    return candidates == null ? Term.FAILED : ofStatic(call, candidates);
  }

  private boolean isLocal(Name name) {
    return translation.expressions.isLocal(name);
  }

  /** The methods that the call may mean; null when there is none, which is reported. */
  private @Nullable List<ExecutableElement> candidates(MethodInvocation call) {
    String name = call.getName().getIdentifier();
    if (!(call.getExpression() instanceof Name receiver)) {
      List<ExecutableElement> found = translation.lookup().methods(name);
      return found.isEmpty() ? unknown(call, translation.lookup().methodNames()) : found;
    }
    return switch (translation.lookup().meaning(receiver)) {
      case Meaning.OfType(TypeElement type) -> {
        List<ExecutableElement> found = translation.lookup().methods(type, name);
        yield found.isEmpty()
            ? unknown(call, translation.lookup().within(type).methodNames())
            : found;
      }
      case Meaning.OfField field -> {
        boolean isPrint = PRINTS.contains(receiver.getFullyQualifiedName());
        if (!isPrint) {
          failed(call);
        }
        findings.refuse(
            Code.UNSUPPORTED_CALL,
            call,
            target(call),
            isPrint ? "Write print(\"label\", x), which also prints on a GPU." : CURE);
        yield null;
      }
      case Meaning.OfPackage nothing -> {
        failed(call);
        translation.expressions.unknown(receiver);
        yield null;
      }
    };
  }

  private @Nullable List<ExecutableElement> unknown(
      MethodInvocation call, Collection<String> names) {
    failed(call);
    String name = call.getName().getIdentifier();
    findings.refuse(
        Code.UNKNOWN_NAME,
        call.getName(),
        name,
        Suggestion.of(name, names).orElse("Declare the method, or import it."));
    if (call.getExpression() == null && translation.lookup().isComplete()) {
      findings.settle();
    }
    return null;
  }

  /** Looks for further mistakes in the arguments of a call that is refused. */
  private void failed(MethodInvocation call) {
    Syntax.list(call.arguments(), Expression.class).stream()
        .filter(argument -> !(argument instanceof LambdaExpression))
        .filter(argument -> !(argument instanceof StringLiteral))
        .forEach(translation.expressions::of);
  }

  /** Reports that a known method does not take the arguments of a call. */
  Term refuseArguments(MethodInvocation call, String cure) {
    List<String> types =
        Syntax.list(call.arguments(), Expression.class).stream().map(this::argumentType).toList();
    findings.refuse(
        Code.UNKNOWN_METHOD,
        call.getName(),
        call.getName().getIdentifier(),
        types.isEmpty() ? "none" : String.join(", ", types),
        cure);
    findings.settle();
    return Term.FAILED;
  }

  private String argumentType(Expression argument) {
    if (argument instanceof LambdaExpression) {
      return "lambda";
    }
    Term term = translation.expressions.of(argument);
    return term.isFailed() ? "?" : Term.describe(term);
  }

  private String target(MethodInvocation call) {
    Expression receiver = call.getExpression();
    String name = call.getName().getIdentifier();
    return receiver == null ? name : findings.text(receiver) + "." + name;
  }

  private Term ofStatic(MethodInvocation call, List<ExecutableElement> candidates) {
    Element owner = Objects.requireNonNull(candidates.getFirst().getEnclosingElement());
    String name = call.getName().getIdentifier();
    if (Language.isTile(owner)) {
      Word word = Word.of(name);
      if (word != null) {
        return translation.words.of(word, call);
      }
    }
    ScalarTable.Family family = ScalarTable.Family.of(owner);
    if (family != null) {
      return scalars.of(family, call);
    }
    if (candidates.stream().anyMatch(Functions::isFunction)) {
      return functions.inline(call, candidates);
    }
    failed(call);
    boolean isOwn = functions.isInUnit(candidates.getFirst());
    return findings.refuse(
        Code.UNSUPPORTED_CALL,
        call.getName(),
        target(call),
        isOwn ? "Mark it with @TileFunction, so that it is inlined." : CURE);
  }

  private Term onValue(MethodInvocation call, Operand receiver) {
    return switch (receiver.term()) {
      case Buffer buffer -> tensors.of(call, buffer);
      case Term.Absent absent -> {
        failed(call);
        yield absent == Term.Absent.FAILED
            ? Term.FAILED
            : findings.refuse(Code.UNSUPPORTED_CALL, call.getName(), target(call), CURE);
      }
      case Term.Region(Buffer buffer, var _, var _) -> {
        failed(call);
        yield findings.refuse(
            Code.UNSUPPORTED_CALL,
            call.getName(),
            target(call),
            "Copy the region to a tile, as in copy(%s.at(...), tile), or use elements of '%s' itself."
                .formatted(buffer.name(), buffer.name()));
      }
      case Term.Scalar _, Term.Element _ -> {
        failed(call);
        yield findings.refuse(Code.UNSUPPORTED_CALL, call.getName(), target(call), CURE);
      }
    };
  }

  /** Whether a call of a simple name means nothing at all. Reports nothing. */
  boolean isUnknown(MethodInvocation call) {
    return call.getExpression() == null
        && translation.lookup().methods(call.getName().getIdentifier()).isEmpty();
  }

  /** The word that a call means; null when it means none. Reports nothing. */
  @Nullable Word word(MethodInvocation call) {
    String name = call.getName().getIdentifier();
    List<ExecutableElement> found =
        switch (call.getExpression()) {
          case null -> translation.lookup().methods(name);
          case Name receiver
              when !isLocal(receiver)
                  && translation.lookup().meaning(receiver)
                      instanceof Meaning.OfType(TypeElement type) ->
              translation.lookup().methods(type, name);
          default -> List.of();
        };
    return !found.isEmpty()
            && Language.isTile(Objects.requireNonNull(found.getFirst().getEnclosingElement()))
        ? Word.of(name)
        : null;
  }
}
