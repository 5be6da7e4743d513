package dev.kiln.processor.frontend;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.List;
import org.eclipse.jdt.core.dom.DoStatement;
import org.eclipse.jdt.core.dom.EnhancedForStatement;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.VariableDeclarationExpression;
import org.eclipse.jdt.core.dom.WhileStatement;
import org.jspecify.annotations.Nullable;

/** Translates loops: to counted ones where Java's text says how often, else to general ones. */
final class Loops {
  private final Translation translation;
  private final Findings findings;
  private final Output output;
  private boolean isInside;

  Loops(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    output = translation.output;
  }

  /** Whether a jump here has a loop to leave. */
  boolean isInside() {
    return isInside;
  }

  /** Translates what is not part of the loops around it: a lambda's or a function's body. */
  void apart(Runnable fill) {
    within(/* isLoop= */ false, fill);
  }

  private void within(boolean isLoop, Runnable fill) {
    boolean before = isInside;
    isInside = isLoop;
    fill.run();
    isInside = before;
  }

  /** A {@code for} with a variable that counts up, or any other. */
  void of(ForStatement loop) {
    translation.locals().enter();
    CountedLoop counted = CountedLoop.of(loop, translation);
    if (counted != null) {
      counted(loop, counted);
    } else {
      general(loop);
    }
    translation.locals().leave();
  }

  private void counted(ForStatement loop, CountedLoop counted) {
    Loc loc = findings.loc(loop);
    Primitive type = counted.type();
    Value lower = translation.arithmetic.value(counted.lower(), loc);
    Value upper = translation.arithmetic.value(counted.upper(), loc);
    Value index = output.values().value(new Type.ScalarType(type.dtype()), counted.name());
    Body body =
        body(
            loop.getBody(),
            () ->
                translation
                    .locals()
                    .declare(counted.name(), new Locals.Fixed(new Computed(type, index))));
    output.add(new LowOp.For(index, lower, upper, counted.step(), LoopKind.SERIAL, body, loc));
  }

  private Body body(Statement statement, Runnable prepare) {
    return output.nested(
        () -> {
          translation.locals().enter();
          prepare.run();
          within(/* isLoop= */ true, () -> translation.statements.scoped(statement));
          translation.locals().leave();
        });
  }

  private void general(ForStatement loop) {
    for (Expression initializer : Syntax.list(loop.initializers(), Expression.class)) {
      if (initializer instanceof VariableDeclarationExpression declaration) {
        translation.statements.declare(declaration.getType(), declaration.fragments(), loop);
      } else {
        translation.expressions.of(initializer);
      }
    }
    Expression condition = loop.getExpression();
    Tested test = tested(condition);
    Body body = body(loop.getBody(), () -> {});
    Body update =
        output.nested(
            () ->
                Syntax.list(loop.updaters(), Expression.class)
                    .forEach(translation.expressions::of));
    add(test, body, update, findings.loc(loop));
  }

  /** A {@code while}. */
  void of(WhileStatement loop) {
    Tested test = tested(loop.getExpression());
    Body body = body(loop.getBody(), () -> {});
    add(test, body, Body.EMPTY, findings.loc(loop));
  }

  /** A {@code do}: a cell says whether to go on, true at first, and is set behind each round. */
  void of(DoStatement loop) {
    Loc loc = findings.loc(loop);
    Value yes = translation.arithmetic.value(Constant.of(true), loc);
    Value goesOn = output.at(loc).cell(yes, "goesOn");
    Body body = body(loop.getBody(), () -> {});
    Output.Aside update =
        output.aside(
            () -> {
              Scalar again = translation.expressions.truth(loop.getExpression());
              if (again == null) {
                return Term.FAILED;
              }
              Value value = translation.arithmetic.value(again, loc);
              output.at(loc).write(goesOn, value);
              return Term.NOTHING;
            });
    Output.Aside test =
        output.aside(() -> new Computed(Primitive.BOOLEAN, output.at(loc).read(goesOn)));
    add(new Tested(test.body(), value(test.term())), body, update.body(), loc);
  }

  /** The body that computes a condition; the value is null when the condition is in error. */
  private record Tested(Body body, @Nullable Value value) {}

  private Tested tested(@Nullable Expression condition) {
    Output.Aside aside =
        output.aside(
            () -> {
              Scalar scalar =
                  condition == null ? Constant.of(true) : translation.expressions.truth(condition);
              if (scalar == null) {
                return Term.FAILED;
              }
              Loc loc = condition == null ? output.loc() : findings.loc(condition);
              return new Computed(Primitive.BOOLEAN, translation.arithmetic.value(scalar, loc));
            });
    return new Tested(aside.body(), value(aside.term()));
  }

  private static @Nullable Value value(Term term) {
    return term instanceof Computed computed ? computed.value() : null;
  }

  private void add(Tested test, Body body, Body update, Loc loc) {
    if (test.value() != null) {
      output.add(new LowOp.While(test.body(), test.value(), body, update, loc));
    }
  }

  /** A loop over {@code pipelined}, {@code serial} or {@code unroll}. */
  void of(EnhancedForStatement loop) {
    if (!(Mutations.unwrapped(loop.getExpression()) instanceof MethodInvocation call)
        || !(translation.calls.word(call) instanceof Word word)
        || !word.isRange()) {
      Term term = translation.expressions.of(loop.getExpression());
      if (!term.isFailed()) {
        findings.refuse(
            Code.UNSUPPORTED_STATEMENT,
            loop.getExpression(),
            "A for loop over " + findings.text(loop.getExpression()),
            "Loop over serial(n), unroll(n) or pipelined(n, stages).");
      }
      return;
    }
    range(loop, call, word);
  }

  private void range(EnhancedForStatement loop, MethodInvocation call, Word word) {
    List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
    if (!translation.words.hasArity(word, call)) {
      return;
    }
    Scalar extent = translation.expressions.assigned(arguments.getFirst(), Primitive.INT);
    Integer stages = word == Word.PIPELINED ? stages(arguments.getLast()) : Integer.valueOf(1);
    if (word == Word.PIPELINED && translation.place() == Place.PARALLEL) {
      findings.refuse(Code.TILE_OP_IN_PARALLEL, call.getName(), word.text());
      stages = null;
    }
    Loc loc = findings.loc(loop);
    String name = loop.getParameter().getName().getIdentifier();
    Value index = output.values().value(Type.I32, name);
    Body body =
        body(
            loop.getBody(),
            () ->
                translation.statements.bind(
                    name,
                    new Computed(Primitive.INT, index),
                    Mutations.assigns(loop.getBody(), name),
                    findings.loc(loop.getParameter())));
    if (extent == null || stages == null) {
      return;
    }
    Value upper = translation.arithmetic.value(extent, findings.loc(arguments.getFirst()));
    if (word == Word.PIPELINED) {
      output.add(new TileOp.Pipelined(index, upper, stages, body, loc));
      return;
    }
    Value zero = translation.arithmetic.value(Constant.of(0), loc);
    LoopKind kind = word == Word.UNROLL ? LoopKind.UNROLLED : LoopKind.SERIAL;
    output.add(new LowOp.For(index, zero, upper, 1, kind, body, loc));
  }

  private @Nullable Integer stages(Expression argument) {
    Integer stages = translation.expressions.constant(argument, "The number of stages");
    if (stages != null && (stages < 1 || stages > Word.LARGEST_STAGES)) {
      findings.refuse(
          Code.EXTENT_RANGE,
          argument,
          "The number of stages",
          stages,
          "from 1 to " + Word.LARGEST_STAGES);
      return null;
    }
    return stages;
  }

  /** {@code upper + 1}, for a bound that the index reaches. */
  static Scalar behind(Scalar upper, Translation translation, Loc loc) {
    Scalar one = translation.arithmetic.convert(Constant.of(1), upper.type(), loc);
    return translation.arithmetic.binary(BinaryOperator.ADD, upper, one, loc) instanceof Scalar sum
        ? sum
        : upper;
  }
}
