package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.frontend.resolve.Lookup;
import dev.kiln.processor.frontend.resolve.Members;
import java.util.Objects;
import java.util.function.Supplier;
import javax.lang.model.element.TypeElement;

/** One kernel being translated for one variant: what the parts of the translator share. */
final class Translation {
  final KernelDecl kernel;
  final Findings findings;
  final Output output;
  final Arithmetic arithmetic;
  final Operators operators;
  final Expressions expressions;
  final Statements statements;
  final Loops loops;
  final Calls calls;
  final TileWords words;
  final Dimensions dimensions = new Dimensions();
  private Frame frame;
  private Place place = Place.PROLOGUE;

  Translation(KernelDecl kernel, Members members, Diagnostics diagnostics) {
    this.kernel = kernel;
    TypeElement owner =
        (TypeElement) Objects.requireNonNull(kernel.element().getEnclosingElement());
    frame = new Frame(new Lookup(members, kernel.unit(), owner), new Locals());
    findings = new Findings(kernel.source(), diagnostics);
    Loc start = findings.loc(kernel.method().getName());
    output = new Output(start);
    arithmetic = new Arithmetic(output, findings);
    operators = new Operators(arithmetic, findings);
    expressions = new Expressions(this);
    statements = new Statements(this);
    loops = new Loops(this);
    words = new TileWords(this);
    calls = new Calls(this, new Functions(this));
  }

  Locals locals() {
    return frame.locals();
  }

  Lookup lookup() {
    return frame.lookup();
  }

  Place place() {
    return place;
  }

  /** Translates something that stands in another place. */
  void in(Place inner, Runnable fill) {
    Place outer = place;
    place = inner;
    fill.run();
    place = outer;
  }

  /** Translates the body of another method. */
  Term in(Frame inner, Supplier<Term> fill) {
    Frame outer = frame;
    frame = inner;
    Term term = fill.get();
    frame = outer;
    return term;
  }
}
