package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.frontend.resolve.Lookup;
import dev.kiln.processor.frontend.resolve.Members;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

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
  private final Map<Value, List<String>> dims = new HashMap<>();
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

  /** Remembers what {@code @Dims} says of a tensor parameter. */
  void fixDims(Value tensor, List<String> names) {
    dims.put(tensor, names);
  }

  /** The extent that {@code @Dims} gives as a number; null when it does not. */
  @Nullable Integer fixedDim(Value tensor, int axis) {
    List<String> names = dims.getOrDefault(tensor, List.of());
    return axis < names.size() && Character.isDigit(names.get(axis).charAt(0))
        ? Integer.valueOf(names.get(axis))
        : null;
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
