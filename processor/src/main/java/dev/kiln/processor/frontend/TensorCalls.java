package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Suggestion;
import dev.kiln.processor.frontend.Term.Buffer;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodInvocation;

/** Translates the methods of tensors and tiles. */
final class TensorCalls {
  private static final List<String> METHODS =
      List.of("at", "dim", "dtype", "get", "rank", "set", "t");

  private final Translation translation;
  private final Findings findings;
  private final Views views;

  TensorCalls(Translation translation) {
    this.translation = translation;
    findings = translation.findings;
    views = new Views(translation);
  }

  /** A call of a method of {@code buffer}. */
  Term of(MethodInvocation call, Buffer buffer) {
    String name = call.getName().getIdentifier();
    List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
    return switch (name) {
      case "get" -> get(call, buffer, arguments);
      case "set" -> set(call, buffer, arguments);
      case "at" -> at(call, buffer, arguments);
      case "dim" -> dim(call, buffer, arguments);
      case "t" -> transposed(call, buffer, arguments);
      case "rank" ->
          hasCount(call, arguments, 0, "rank()") ? Constant.of(buffer.rank()) : Term.FAILED;
      case "dtype" ->
          hasCount(call, arguments, 0, "dtype()")
              ? new Term.Element(buffer.type().element())
              : Term.FAILED;
      default -> {
        arguments.forEach(translation.expressions::of);
        yield findings.refuse(
            Code.UNSUPPORTED_CALL,
            call.getName(),
            name,
            Suggestion.of(name, METHODS)
                .orElse("The methods of tensors in kernels are get, set, at, t, dim and rank."));
      }
    };
  }

  private boolean hasCount(
      MethodInvocation call, List<Expression> arguments, int count, String usage) {
    if (arguments.size() == count) {
      return true;
    }
    translation.calls.refuseArguments(call, "Write it as " + usage + ".");
    return false;
  }

  private boolean isOutsideOfGrid(MethodInvocation call, String what) {
    if (translation.place() != Place.PROLOGUE) {
      return false;
    }
    findings.refuse(Code.PROLOGUE_NOT_SCALAR, call, what);
    return true;
  }

  private Term get(MethodInvocation call, Buffer buffer, List<Expression> arguments) {
    Loc loc = findings.loc(call);
    List<Value> indices = views.indices(buffer, arguments, loc);
    if (isOutsideOfGrid(call, "Reading an element") || indices == null) {
      return Term.FAILED;
    }
    Primitive type = Primitive.of(buffer.type().element());
    Value result = translation.output.values().value(new Type.ScalarType(type.dtype()));
    translation.output.add(new TileOp.LoadElement(result, buffer.base(), indices, loc));
    return new Computed(type, result);
  }

  private Term set(MethodInvocation call, Buffer buffer, List<Expression> arguments) {
    Loc loc = findings.loc(call);
    if (arguments.isEmpty()) {
      hasCount(call, arguments, buffer.rank() + 1, "set(i, j, value)");
      return Term.FAILED;
    }
    List<Value> indices = views.indices(buffer, arguments.subList(0, arguments.size() - 1), loc);
    Scalar scalar =
        translation.expressions.assigned(
            arguments.getLast(), Primitive.of(buffer.type().element()));
    if (isOutsideOfGrid(call, "Writing an element") || indices == null || scalar == null) {
      return Term.FAILED;
    }
    Value value = translation.arithmetic.value(scalar, findings.loc(arguments.getLast()));
    translation.output.add(new TileOp.StoreElement(buffer.base(), indices, value, loc));
    return Term.NOTHING;
  }

  private Term at(MethodInvocation call, Buffer buffer, List<Expression> arguments) {
    List<Scalar> origin = views.scalars(arguments);
    if (isOutsideOfGrid(call, "A region") || origin == null) {
      return Term.FAILED;
    }
    if (arguments.isEmpty() || arguments.size() > buffer.rank()) {
      return findings.refuse(
          translation.dimensions.blaming(
              buffer,
              Diagnostic.of(
                  Code.INDEX_COUNT,
                  findings.loc(call),
                  buffer.name(),
                  buffer.rank(),
                  arguments.size())));
    }
    List<Scalar> padded = new ArrayList<>(origin);
    while (padded.size() < buffer.rank()) {
      padded.add(Constant.of(0));
    }
    return new Term.Region(buffer, padded, findings.loc(call));
  }

  private Term dim(MethodInvocation call, Buffer buffer, List<Expression> arguments) {
    if (!hasCount(call, arguments, 1, "dim(axis)")) {
      return Term.FAILED;
    }
    Integer axis = translation.expressions.constant(arguments.getFirst(), "The number of an axis");
    if (axis == null) {
      return Term.FAILED;
    }
    if (axis < 0 || axis >= buffer.rank()) {
      return findings.refuse(
          translation.dimensions.blaming(
              buffer,
              Diagnostic.of(
                  Code.AXIS_RANGE,
                  findings.loc(arguments.getFirst()),
                  buffer.name(),
                  axis,
                  TileRules.axes(buffer.rank()))));
    }
    if (buffer.isTile()) {
      return Constant.of(buffer.extents().get(axis));
    }
    Integer fixed = translation.dimensions.number(buffer, axis);
    return fixed != null
        ? Constant.of(fixed)
        : new Computed(
            Primitive.INT,
            translation.output.at(findings.loc(call)).dim(buffer.base(), buffer.baseAxis(axis)));
  }

  private Term transposed(MethodInvocation call, Buffer buffer, List<Expression> arguments) {
    if (!hasCount(call, arguments, 0, "t()")) {
      return Term.FAILED;
    }
    return buffer.rank() < 2
        ? findings.refuse(
            translation.dimensions.blaming(
                buffer,
                Diagnostic.of(
                    Code.RANK_MISMATCH,
                    findings.loc(call),
                    "t()",
                    "at least 2",
                    buffer.name(),
                    buffer.rank())))
        : buffer.transposed();
  }
}
