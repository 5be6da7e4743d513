package dev.kiln.processor.frontend;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.ParameterDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Suggestion;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Output.Aside;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import dev.kiln.processor.frontend.resolve.Language;
import dev.kiln.processor.frontend.resolve.Meaning;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.VariableElement;
import org.eclipse.jdt.core.dom.ArrayAccess;
import org.eclipse.jdt.core.dom.ArrayCreation;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.BooleanLiteral;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.CharacterLiteral;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConditionalExpression;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.InstanceofExpression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.NullLiteral;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.eclipse.jdt.core.dom.SwitchExpression;
import org.eclipse.jdt.core.dom.TextBlock;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.jspecify.annotations.Nullable;

/** Translates expressions: operands from left to right, each once, the lazy ones when needed. */
final class Expressions {
  /** What is known at compile time. */
  static final String CONSTANTS = "Use a literal, a static final constant or a @Const parameter";

  private static final String NO_ARRAYS = "Use a tile made by shared, fragment or local.";

  private final Translation translation;
  private final Findings findings;
  private final Output output;
  private final Arithmetic arithmetic;
  private final Operators operators;
  private final Assignments assignments;

  Expressions(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    output = translation.output;
    arithmetic = translation.arithmetic;
    operators = translation.operators;
    assignments = new Assignments(translation, this);
  }

  /** What an expression is, after what it does has been appended. */
  Term of(Expression expression) {
    return switch (expression) {
      case ParenthesizedExpression inner -> of(inner.getExpression());
      case Name name -> name(name);
      case NumberLiteral number -> number(number);
      case BooleanLiteral truth -> Constant.of(truth.booleanValue());
      case CharacterLiteral letter -> new Constant(Primitive.CHAR, (int) letter.charValue());
      case InfixExpression infix -> infix(infix);
      case PrefixExpression prefix ->
          Mutations.isStep(prefix)
              ? assignments.prefix(prefix)
              : operators.prefix(
                  prefix.getOperator(), operand(prefix.getOperand()), findings.loc(prefix));
      case PostfixExpression postfix -> assignments.postfix(postfix);
      case Assignment assignment -> assignments.assignment(assignment);
      case ConditionalExpression conditional -> conditional(conditional);
      case CastExpression cast -> cast(cast);
      case MethodInvocation call -> translation.calls.of(call);
      default -> refused(expression);
    };
  }

  private Term number(NumberLiteral number) {
    Constant constant = Literals.number(number.getToken());
    return constant != null
        ? constant
        : unsupported(number, "A number of this form", "Write a smaller or simpler number.");
  }

  private Term refused(Expression expression) {
    return switch (expression) {
      case StringLiteral text -> findings.refuse(Code.STRING, text);
      case TextBlock text -> findings.refuse(Code.STRING, text);
      case ClassInstanceCreation creation ->
          findings.refuse(
              Code.OBJECT_CREATION,
              creation,
              findings.text(creation.getType()),
              "Use local variables, or a tile made by shared, fragment or local.");
      case ArrayCreation creation ->
          findings.refuse(
              Code.OBJECT_CREATION, creation, findings.text(creation.getType()), NO_ARRAYS);
      case ArrayAccess access -> unsupported(access, "An array element", NO_ARRAYS);
      case FieldAccess access ->
          unsupported(access, "A field", "Use a parameter, a local variable or a constant.");
      case LambdaExpression lambda ->
          unsupported(
              lambda, "A lambda here", "Write it as the last argument of parallel or grid.");
      case MethodReference reference ->
          unsupported(reference, "A method reference", "Write a lambda or a call.");
      case InstanceofExpression test ->
          unsupported(test, "instanceof", "Types are fixed in a kernel; remove the test.");
      case SwitchExpression choice -> unsupported(choice, "switch", "Use ?: or if and else.");
      case NullLiteral nothing -> unsupported(nothing, "null", "Write a number.");
      case ThisExpression self ->
          unsupported(self, "this", "A kernel is static; use its parameters.");
      default ->
          unsupported(expression, "This expression", "Write it with operators and tile words.");
    };
  }

  private Term unsupported(Expression expression, String what, String cure) {
    return findings.refuse(Code.UNSUPPORTED_EXPRESSION, expression, what, cure);
  }

  /** An expression with its place. */
  Operand operand(Expression expression) {
    return new Operand(of(expression), findings.loc(expression));
  }

  /** An expression assigned to a type; null when that failed, which is reported. */
  @Nullable Scalar assigned(Expression expression, Primitive type) {
    return operators.assigned(operand(expression), type);
  }

  /** A condition; null when that failed, which is reported. */
  @Nullable Scalar truth(Expression expression) {
    return operators.truth(operand(expression));
  }

  /** An int that is known at compile time; null when it is not, which is reported. */
  @Nullable Integer constant(Expression expression, String what) {
    return constant(expression, what, CONSTANTS + ".");
  }

  /**
   * As above.
   *
   * @param cure what to do where the expression is no parameter, which could become a constant
   */
  @Nullable Integer constant(Expression expression, String what, String cure) {
    Scalar scalar = assigned(expression, Primitive.INT);
    if (scalar instanceof Constant constant) {
      return constant.asInt();
    }
    if (scalar != null) {
      notConstant(expression, what, cure);
    }
    return null;
  }

  /** Reports that a value is known too late. */
  void notConstant(Expression expression, String what, String cure) {
    String found = findings.text(expression);
    boolean isParameter =
        !findings.isInFunction()
            && translation.kernel.parameters().stream()
                .anyMatch(
                    parameter ->
                        parameter instanceof ParameterDecl.Scalar
                            && parameter.name().equals(found));
    findings.refuse(
        Code.NOT_CONSTANT,
        expression,
        what,
        found,
        isParameter
            ? "Put @Const before the parameter '%s', and give it values by @Variant."
                .formatted(found)
            : cure);
  }

  private Term cast(CastExpression cast) {
    Operand operand = operand(cast.getExpression());
    if (cast.getType() instanceof PrimitiveType type) {
      Primitive primitive = Declarations.primitive(type);
      if (primitive != null) {
        return operators.cast(new Operand(operand.term(), findings.loc(cast)), primitive);
      }
    }
    return findings.refuse(Code.UNSUPPORTED_TYPE, cast.getType(), findings.text(cast.getType()));
  }

  // Names

  private Term name(Name name) {
    SimpleName first = first(name);
    Locals.Binding binding = translation.locals().find(first.getIdentifier());
    if (binding == null) {
      return global(name);
    }
    if (name instanceof QualifiedName qualified) {
      return unsupported(
          qualified,
          "Field '" + qualified.getName().getIdentifier() + "'",
          "Use the methods of tensors: dim, get, set, at and t.");
    }
    return switch (binding) {
      case Locals.Fixed(Term term) -> term;
      case Locals.Variable(Primitive type, Value cell) ->
          new Computed(type, output.at(findings.loc(name)).read(cell));
    };
  }

  /** Whether a name starts at a local variable. */
  boolean isLocal(Name name) {
    return translation.locals().find(first(name).getIdentifier()) != null;
  }

  private static SimpleName first(Name name) {
    Name left = name;
    while (left instanceof QualifiedName qualified) {
      left = qualified.getQualifier();
    }
    return (SimpleName) left;
  }

  private Term global(Name name) {
    return switch (translation.lookup().meaning(name)) {
      case Meaning.OfField(VariableElement field) -> field(name, field);
      case Meaning.OfType type ->
          unsupported(name, "Type '" + findings.text(name) + "' as a value", "Write a value.");
      case Meaning.OfPackage nothing -> unknown(name);
    };
  }

  private Term field(Name name, VariableElement field) {
    Object value = field.getConstantValue();
    if (value != null) {
      Constant constant = Folding.of(value);
      return constant != null ? constant : findings.refuse(Code.STRING, name);
    }
    DType dtype = Language.dtype(field.asType());
    if (dtype != null) {
      return new Term.Element(dtype);
    }
    return GemmOptions.isOption(field)
        ? findings.refuse(
            Code.GEMM_OPTION,
            name,
            findings.text(name),
            "is an option of gemm and no value",
            "Write it behind the three tiles, as in gemm(a, b, accumulator, TF32).")
        : findings.refuse(Code.FIELD_NOT_CONSTANT, name, findings.text(name));
  }

  /** Reports the first part of a name that stands for nothing. */
  Term unknown(Name name) {
    Name blamed = name;
    while (blamed instanceof QualifiedName qualified
        && translation.lookup().meaning(qualified.getQualifier()) instanceof Meaning.OfPackage) {
      blamed = qualified.getQualifier();
    }
    SimpleName simple =
        blamed instanceof QualifiedName qualified ? qualified.getName() : (SimpleName) blamed;
    List<String> candidates = new ArrayList<>(translation.locals().names());
    candidates.addAll(translation.lookup().variableNames());
    candidates.addAll(Language.families());
    findings.refuse(
        Code.UNKNOWN_NAME,
        simple,
        simple.getIdentifier(),
        Suggestion.of(simple.getIdentifier(), candidates).orElse("Declare it, or import it."));
    boolean isVariable =
        name == simple
            && !(simple.getParent() instanceof MethodInvocation call
                && call.getExpression() == simple);
    if (isVariable && translation.lookup().isComplete()) {
      findings.settle();
    }
    return Term.FAILED;
  }

  // Operators with lazy operands

  private Term infix(InfixExpression infix) {
    InfixExpression.Operator operator = infix.getOperator();
    List<Expression> operands = new ArrayList<>();
    operands.add(infix.getLeftOperand());
    operands.add(infix.getRightOperand());
    operands.addAll(Syntax.list(infix.extendedOperands(), Expression.class));
    boolean isAnd = operator == InfixExpression.Operator.CONDITIONAL_AND;
    boolean isLazy = isAnd || operator == InfixExpression.Operator.CONDITIONAL_OR;
    Operand left = operand(operands.getFirst());
    for (Expression next : operands.subList(1, operands.size())) {
      Loc loc = findings.loc(operands.getFirst(), next);
      Term joined =
          isLazy
              ? shortCircuit(isAnd, left, next, loc)
              : operators.infix(operator, left, operand(next), loc);
      left = new Operand(joined, loc);
    }
    return left.term();
  }

  private Term shortCircuit(boolean isAnd, Operand leftOperand, Expression right, Loc loc) {
    Scalar left = operators.truth(leftOperand);
    Aside aside = output.aside(() -> orFailed(truth(right)));
    if (left == null || !(aside.term() instanceof Scalar second)) {
      return Term.FAILED;
    }
    if (left instanceof Constant constant) {
      return constant.isTrue() == isAnd ? output.splice(aside) : left;
    }
    if (aside.isHarmless()) {
      output.splice(aside);
      BinaryOperator operator = isAnd ? BinaryOperator.AND : BinaryOperator.OR;
      return second instanceof Constant constant
          ? (constant.isTrue() == isAnd ? left : second)
          : arithmetic.binary(operator, left, second, loc);
    }
    return merged(
        loc,
        left,
        Primitive.BOOLEAN,
        (test, cell) -> {
          Body evaluated = written(aside, Primitive.BOOLEAN, cell, loc);
          Body then = isAnd ? evaluated : Body.EMPTY;
          Body otherwise = isAnd ? Body.EMPTY : evaluated;
          output.add(new LowOp.If(test, then, otherwise, loc));
        });
  }

  private static Term orFailed(@Nullable Scalar scalar) {
    return scalar == null ? Term.FAILED : scalar;
  }

  private Term conditional(ConditionalExpression conditional) {
    Loc loc = findings.loc(conditional);
    Scalar condition = truth(conditional.getExpression());
    Aside then = output.aside(() -> of(conditional.getThenExpression()));
    Aside otherwise = output.aside(() -> of(conditional.getElseExpression()));
    if (condition == null || then.term().isFailed() || otherwise.term().isFailed()) {
      return Term.FAILED;
    }
    Aside taken =
        condition instanceof Constant constant ? (constant.isTrue() ? then : otherwise) : null;
    if (!(then.term() instanceof Scalar first) || !(otherwise.term() instanceof Scalar second)) {
      return taken != null
          ? output.splice(taken)
          : unsupported(
              conditional, "A choice between tiles", "Use if and else around the tile words.");
    }
    Primitive type = Operators.common(first, second);
    if (type == null) {
      return findings.refuse(
          Code.TYPE_MISMATCH,
          conditional.getElseExpression(),
          second.type().word(),
          first.type().word(),
          "Give both branches one type.");
    }
    if (taken != null) {
      return arithmetic.convert((Scalar) output.splice(taken), type, loc);
    }
    return then.isHarmless() && otherwise.isHarmless()
        ? selected(condition, then, otherwise, type, loc)
        : branched(condition, then, otherwise, type, loc);
  }

  private Term selected(Scalar condition, Aside then, Aside otherwise, Primitive type, Loc loc) {
    Scalar first = arithmetic.convert((Scalar) output.splice(then), type, loc);
    Scalar second = arithmetic.convert((Scalar) output.splice(otherwise), type, loc);
    return arithmetic.select(condition, first, second, loc);
  }

  private Term branched(Scalar condition, Aside then, Aside otherwise, Primitive type, Loc loc) {
    return merged(
        loc,
        condition,
        type,
        (test, cell) ->
            output.add(
                new LowOp.If(
                    test,
                    written(then, type, cell, loc),
                    written(otherwise, type, cell, loc),
                    loc)));
  }

  /** Fills a cell under a condition. */
  private interface Branches {
    void append(Value test, Value cell);
  }

  /** What a cell holds that the branches have filled; at first it holds the condition or zero. */
  private Term merged(Loc loc, Scalar condition, Primitive type, Branches branches) {
    if (translation.place() == Place.PROLOGUE) {
      return findings.refuse(
          Code.PROLOGUE_NOT_SCALAR, loc, "A division that is only reached under a condition");
    }
    Value test = arithmetic.value(condition, loc);
    Value initial =
        type == Primitive.BOOLEAN ? test : arithmetic.value(Declarations.zero(type), loc);
    Value cell = output.at(loc).cell(initial, "");
    branches.append(test, cell);
    return new Computed(type, output.at(loc).read(cell));
  }

  private Body written(Aside aside, Primitive type, Value cell, Loc loc) {
    return output.nested(
        () -> {
          Scalar scalar = arithmetic.convert((Scalar) output.splice(aside), type, loc);
          Value value = arithmetic.value(scalar, loc);
          output.at(loc).write(cell, value);
        });
  }
}
