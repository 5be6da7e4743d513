package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.DimsDecl;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Note;
import dev.kiln.processor.frontend.Operators.Operand;
import dev.kiln.processor.frontend.Term.Buffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares what {@code @Dims} says of a function's parameters with the arguments of one call.
 *
 * <p>The first argument with a name gives it its size, the others must be shown to have the same.
 */
final class CallDims {
  private static final String ALIKE =
      "Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size.";

  private final String function;
  private final Translation translation;
  private final Map<String, Bound> bound = new HashMap<>();

  /** The size of a name, and the argument that gave it. */
  private record Bound(String size, String tensor, Loc loc) {}

  CallDims(String function, Translation translation) {
    this.function = function;
    this.translation = translation;
  }

  /** Whether an argument fits; what does not is reported. */
  boolean fits(Operand argument, DimsDecl dims) {
    if (!(argument.term() instanceof Buffer buffer)) {
      return true;
    }
    Note here = new Note("@Dims stands here.", dims.loc());
    if (buffer.rank() != dims.rank()) {
      Diagnostic finding =
          Diagnostic.of(
              Code.RANK_MISMATCH,
              argument.loc(),
              function,
              dims.rank(),
              buffer.name(),
              buffer.rank());
      translation.findings.refuse(translation.dimensions.blaming(buffer, finding.withNote(here)));
      return false;
    }
    boolean fits = true;
    for (int axis = 0; axis < buffer.rank(); axis++) {
      fits &= fits(argument, buffer, axis, dims.entries().get(axis));
    }
    return fits;
  }

  private boolean fits(Operand argument, Buffer buffer, int axis, DimsDecl.Entry entry) {
    String size = translation.dimensions.size(buffer, axis);
    Bound first =
        entry.isNumber()
            ? null
            : bound.putIfAbsent(entry.text(), new Bound(size, buffer.name(), argument.loc()));
    String expected = entry.isNumber() ? entry.text() : first == null ? size : first.size();
    if (size.equals(expected) || !entry.isWellFormed()) {
      return true;
    }
    translation.findings.refuse(contradiction(argument, buffer, axis, entry, first));
    return false;
  }

  private Diagnostic contradiction(
      Operand argument, Buffer buffer, int axis, DimsDecl.Entry entry, @Nullable Bound first) {
    Diagnostic finding =
        Diagnostic.of(
            Code.DIMS_CONTRADICTION,
            argument.loc(),
            axis,
            buffer.name(),
            translation.dimensions.size(buffer, axis),
            first == null
                ? entry.text()
                : "'%s', which is %s in '%s'".formatted(entry.text(), first.size(), first.tensor()),
            first == null
                ? "Pass a tile of that extent, or a tensor for which the kernel's @Dims say it."
                : ALIKE);
    finding = finding.withNote(new Note("@Dims stands here.", entry.loc()));
    return first == null
        ? finding
        : finding.withNote(new Note("'" + entry.text() + "' has its size from here.", first.loc()));
  }
}
