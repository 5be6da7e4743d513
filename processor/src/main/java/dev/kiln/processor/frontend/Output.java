package dev.kiln.processor.frontend;

import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.function.Supplier;

/** Where operations are appended: the innermost of the bodies that are being built. */
final class Output {
  private final Values values = Values.fresh();
  private OpBuilder code;

  Output(Loc loc) {
    code = new OpBuilder(values, loc);
  }

  /** Makes the values of this translation. */
  Values values() {
    return values;
  }

  /** The body in hand, blaming what is appended next on {@code loc}. */
  OpBuilder at(Loc loc) {
    return code.at(loc);
  }

  /** The place that was blamed last. */
  Loc loc() {
    return code.loc();
  }

  /** Appends an operation that carries its own place. */
  void add(Op op) {
    code.add(op);
  }

  /** Operations that were built apart, with the term that they compute. */
  record Aside(Body body, Term term) {
    /**
     * Whether running the operations where Java would not run them changes nothing: they write
     * nothing, end no launch, and what they read outside of a tensor is zero.
     */
    boolean isHarmless() {
      return body.ops().stream()
          .allMatch(op -> op instanceof Effect.Pure || op instanceof Effect.Reads);
    }
  }

  /** Builds a body of its own. */
  Aside aside(Supplier<Term> fill) {
    OpBuilder outer = code;
    code = new OpBuilder(values, outer.loc());
    Term term = fill.get();
    Body body = code.build();
    code = outer;
    return new Aside(body, term);
  }

  /** Builds a body of its own that computes no term. */
  Body nested(Runnable fill) {
    return aside(
            () -> {
              fill.run();
              return Term.NOTHING;
            })
        .body();
  }

  /** Appends what was built apart. */
  Term splice(Aside aside) {
    aside.body().ops().forEach(code::add);
    return aside.term();
  }

  /** Whether the body in hand has ended with a jump, behind which nothing may stand. */
  boolean hasEnded() {
    return code.last() instanceof LowOp.Break || code.last() instanceof LowOp.Continue;
  }

  /** Gives a value that the last operation made the user's name for it. */
  Value named(Value value, String name) {
    return code.named(value, name);
  }
}
