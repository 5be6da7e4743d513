package dev.kiln.processor.frontend;

import dev.kiln.ir.Body;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import dev.kiln.processor.frontend.resolve.Language;
import dev.kiln.processor.frontend.resolve.Meaning;
import java.util.List;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AssertStatement;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.BreakStatement;
import org.eclipse.jdt.core.dom.ContinueStatement;
import org.eclipse.jdt.core.dom.DoStatement;
import org.eclipse.jdt.core.dom.EmptyStatement;
import org.eclipse.jdt.core.dom.EnhancedForStatement;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ExpressionStatement;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.IfStatement;
import org.eclipse.jdt.core.dom.LabeledStatement;
import org.eclipse.jdt.core.dom.ParameterizedType;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.ReturnStatement;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SimpleType;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.SwitchStatement;
import org.eclipse.jdt.core.dom.SynchronizedStatement;
import org.eclipse.jdt.core.dom.ThrowStatement;
import org.eclipse.jdt.core.dom.TryStatement;
import org.eclipse.jdt.core.dom.Type;
import org.eclipse.jdt.core.dom.TypeDeclarationStatement;
import org.eclipse.jdt.core.dom.VariableDeclaration;
import org.eclipse.jdt.core.dom.VariableDeclarationExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import org.eclipse.jdt.core.dom.VariableDeclarationStatement;
import org.eclipse.jdt.core.dom.WhileStatement;
import org.jspecify.annotations.Nullable;

/** Translates statements, except for the shapes of loops and of early returns. */
final class Statements {
  private final Translation translation;
  private final Findings findings;
  private final Output output;

  Statements(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    output = translation.output;
  }

  /** A sequence in a scope of its own, none of which returns. */
  void block(List<Statement> statements) {
    translation.locals().enter();
    sequence(statements);
    translation.locals().leave();
  }

  private void sequence(List<Statement> statements) {
    for (Statement statement : statements) {
      if (output.hasEnded()) {
        return;
      }
      statement(statement);
    }
  }

  /** A statement or, when it is a block, its statements in a scope of their own. */
  void scoped(Statement statement) {
    block(statement instanceof Block block ? contents(block) : List.of(statement));
  }

  static List<Statement> contents(Block block) {
    return Syntax.list(block.statements(), Statement.class);
  }

  /** One statement that does not return. */
  void statement(Statement statement) {
    switch (statement) {
      case Block block -> block(contents(block));
      case VariableDeclarationStatement declaration ->
          declare(declaration.getType(), declaration.fragments(), declaration.getParent());
      case ExpressionStatement expression -> expression(expression.getExpression());
      case IfStatement branch -> branch(branch);
      case ForStatement loop -> translation.loops.of(loop);
      case WhileStatement loop -> translation.loops.of(loop);
      case DoStatement loop -> translation.loops.of(loop);
      case EnhancedForStatement loop -> translation.loops.of(loop);
      case BreakStatement jump -> jump(jump, jump.getLabel(), "break");
      case ContinueStatement jump -> jump(jump, jump.getLabel(), "continue");
      case EmptyStatement nothing -> {}
      default -> refused(statement);
    }
  }

  private void refused(Statement statement) {
    switch (statement) {
      case ReturnStatement early ->
          unsupported(
              early,
              "A return from within a loop or before other statements",
              "Use if and else, or break, so that the end of the method is reached.");
      case TryStatement trial -> findings.refuse(Code.EXCEPTION, keyword(trial, "try"));
      case ThrowStatement thrown -> findings.refuse(Code.EXCEPTION, thrown);
      case AssertStatement check ->
          unsupported(check, "assert", "Check before the launch, and remove it.");
      case SwitchStatement choice -> unsupported(choice, "switch", "Use if and else.");
      case LabeledStatement labelled ->
          unsupported(labelled, "A label", "Use a boolean variable to leave outer loops.");
      case SynchronizedStatement locked ->
          unsupported(locked, "synchronized", "Remove it; use atomicAdd for shared sums.");
      case TypeDeclarationStatement type ->
          unsupported(type, "A local class", "Declare it outside of the method.");
      default -> unsupported(statement, "This statement", "Write it with if, for or while.");
    }
  }

  private Loc keyword(Statement statement, String word) {
    Loc loc = findings.loc(statement);
    return new Loc(
        loc.file(),
        loc.line(),
        loc.column(),
        loc.start(),
        loc.start() + word.length(),
        loc.caller());
  }

  private void unsupported(Statement statement, String what, String cure) {
    findings.refuse(Code.UNSUPPORTED_STATEMENT, statement, what, cure);
  }

  private void expression(Expression expression) {
    switch (expression) {
      case VariableDeclarationExpression declaration ->
          declare(declaration.getType(), declaration.fragments(), declaration.getParent());
      default -> translation.expressions.of(expression);
    }
  }

  // Declarations

  /** Variables of one declaration, which live in {@code scope}. */
  void declare(Type type, List<?> fragments, ASTNode scope) {
    for (VariableDeclarationFragment fragment :
        Syntax.list(fragments, VariableDeclarationFragment.class)) {
      boolean changes = Mutations.assigns(scope, fragment);
      if (translation.place() == Place.PROLOGUE && changes) {
        findings.refuse(
            Code.PROLOGUE_NOT_SCALAR, fragment.getName(), "A variable that is assigned again");
        bind(fragment, Term.FAILED, /* changes= */ false);
      } else {
        declare(type, fragment, changes);
      }
    }
  }

  private void declare(Type type, VariableDeclarationFragment fragment, boolean changes) {
    if (fragment.getExtraDimensions() > 0) {
      findings.refuse(Code.UNSUPPORTED_TYPE, fragment, findings.text(type) + "[]");
      bind(fragment, Term.FAILED, /* changes= */ false);
      return;
    }
    Expression initializer = fragment.getInitializer();
    if (type instanceof PrimitiveType written) {
      Primitive primitive = Declarations.primitive(written);
      bind(fragment, primitive == null ? Term.FAILED : initial(primitive, initializer), changes);
      return;
    }
    if (!type.isVar() && !isTensor(type)) {
      bind(fragment, refuseType(type), /* changes= */ false);
      if (initializer != null) {
        translation.expressions.of(initializer);
      }
      return;
    }
    if (initializer == null) {
      unsupported(
          (Statement) fragment.getParent(),
          "A tile variable without a tile",
          "Declare it where the tile is made, as in var t = shared(F32, 64, 64).");
      bind(fragment, Term.FAILED, /* changes= */ false);
      return;
    }
    Term term = translation.expressions.of(initializer);
    if (term == Term.NOTHING) {
      term =
          findings.refuse(
              Code.TYPE_MISMATCH, initializer, "void", "a value", "Call it as a statement.");
    }
    bind(fragment, term, changes);
  }

  private Term initial(Primitive type, @Nullable Expression initializer) {
    if (initializer == null) {
      return Declarations.zero(type);
    }
    Scalar scalar = translation.expressions.assigned(initializer, type);
    return scalar == null ? Term.FAILED : scalar;
  }

  private Term refuseType(Type type) {
    Type raw = type instanceof ParameterizedType generic ? generic.getType() : type;
    if (raw instanceof SimpleType simple
        && translation.lookup().meaning(simple.getName()) instanceof Meaning.OfPackage) {
      return translation.expressions.unknown(simple.getName());
    }
    return findings.refuse(Code.UNSUPPORTED_TYPE, type, findings.text(type));
  }

  private boolean isTensor(Type type) {
    Type raw = type instanceof ParameterizedType generic ? generic.getType() : type;
    return raw instanceof SimpleType simple
        && translation.lookup().meaning(simple.getName()) instanceof Meaning.OfType(var element)
        && (Language.isTensor(element) || Language.isNamed(element, Language.PACKAGE + ".Region"));
  }

  /** Binds a variable, or a parameter of a lambda or function, to its first value. */
  void bind(VariableDeclaration declaration, Term term, boolean changes) {
    SimpleName name = declaration.getName();
    bind(name.getIdentifier(), term, changes, findings.loc(declaration));
  }

  /** As above, by name. */
  void bind(String name, Term term, boolean changes, Loc loc) {
    translation.locals().declare(name, binding(name, term, changes, loc));
  }

  private Locals.Binding binding(String name, Term term, boolean changes, Loc loc) {
    if (term instanceof Scalar scalar && changes) {
      Value initial = translation.arithmetic.value(scalar, loc);
      return new Locals.Variable(scalar.type(), output.at(loc).cell(initial, name));
    }
    return new Locals.Fixed(
        switch (term) {
          case Computed(Primitive type, Value value) ->
              new Computed(type, output.named(value, name));
          case Term.Buffer buffer ->
              new Term.Buffer(output.named(buffer.base(), name), buffer.isTransposed(), name);
          case Constant constant -> constant;
          case Term.Region region -> region;
          case Term.Element element -> element;
          case Term.Absent absent -> absent;
        });
  }

  // Branches

  private void branch(IfStatement branch) {
    Scalar condition = translation.expressions.truth(branch.getExpression());
    Statement otherwise = branch.getElseStatement();
    if (condition instanceof Constant constant) {
      if (constant.isTrue()) {
        scoped(branch.getThenStatement());
      } else if (otherwise != null) {
        scoped(otherwise);
      }
      return;
    }
    Loc loc = findings.loc(branch);
    Body then = output.nested(() -> scoped(branch.getThenStatement()));
    Body other = otherwise == null ? Body.EMPTY : output.nested(() -> scoped(otherwise));
    if (condition != null) {
      Value test = translation.arithmetic.value(condition, findings.loc(branch.getExpression()));
      output.add(new LowOp.If(test, then, other, loc));
    }
  }

  private void jump(Statement jump, @Nullable SimpleName label, String word) {
    if (label != null) {
      unsupported(jump, "A label", "Use a boolean variable to leave outer loops.");
    } else if (!translation.loops.isInside()) {
      unsupported(jump, "'" + word + "' outside of a loop", "Use if and else.");
    } else {
      Loc loc = findings.loc(jump);
      output.add(word.equals("break") ? new LowOp.Break(loc) : new LowOp.Continue(loc));
    }
  }

  /** The value that a method's body returns; {@code NOTHING} when it returns none. */
  Term method(List<Statement> statements, @Nullable Primitive returned) {
    return new Returns(translation, returned).body(statements);
  }

  /** As {@link Operators#assigned} at the place of an expression. */
  @Nullable Scalar assigned(Expression expression, Term term, Primitive type) {
    return translation.operators.assigned(new Operand(term, findings.loc(expression)), type);
  }
}
