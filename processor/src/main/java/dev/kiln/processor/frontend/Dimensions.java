package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.ir.Value;
import dev.kiln.processor.decl.DimsDecl;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Note;
import dev.kiln.processor.frontend.Term.Buffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of the sizes of a kernel's tensors and tiles. */
final class Dimensions {
  private final Map<Integer, DimsDecl> declared = new HashMap<>();
  private final Map<Integer, Loc> made = new HashMap<>();

  /** Remembers what {@code @Dims} says of a tensor parameter. */
  void declare(Value tensor, DimsDecl dims) {
    declared.put(tensor.id(), dims);
  }

  /** Remembers where a tile is made, which gives it its shape. */
  void make(Value tile, Loc loc) {
    made.put(tile.id(), loc);
  }

  /** The size along an axis, when it is known at compile time. */
  @Nullable Integer number(Buffer buffer, int axis) {
    if (buffer.isTile()) {
      return buffer.extents().get(axis);
    }
    DimsDecl.Entry entry = entry(buffer, axis);
    return entry != null && entry.isNumber() ? Integer.valueOf(entry.text()) : null;
  }

  /**
   * The size along an axis as messages show it: a number, the name that {@code @Dims} gives it, or
   * the call that asks for it. Sizes with one text are equal, at the latest when a launch has
   * checked them.
   */
  String size(Buffer buffer, int axis) {
    Integer number = number(buffer, axis);
    if (number != null) {
      return number.toString();
    }
    DimsDecl.Entry entry = entry(buffer, axis);
    return entry != null
        ? entry.text()
        : "%s.dim(%d)".formatted(buffer.base().hint(), buffer.baseAxis(axis));
  }

  private DimsDecl.@Nullable Entry entry(Buffer buffer, int axis) {
    DimsDecl dims = declared.get(buffer.base().id());
    int own = buffer.baseAxis(axis);
    return dims != null && own < dims.rank() ? dims.entries().get(own) : null;
  }

  /**
   * A finding about the rank, sizes or element type of a tensor or tile, with the place of the
   * {@code @Dims} or of the call that gives it.
   */
  Diagnostic blaming(Buffer buffer, Diagnostic finding) {
    DimsDecl dims = declared.get(buffer.base().id());
    if (dims != null) {
      return finding.withNote(new Note("Its dimensions are named here.", dims.loc()));
    }
    Loc making = made.get(buffer.base().id());
    return making == null || isWithin(making, finding.loc())
        ? finding
        : finding.withNote(new Note(describe(buffer), making));
  }

  /** Whether a tile is made in the very expression that is blamed. */
  private static boolean isWithin(Loc making, Loc blamed) {
    return blamed.start() <= making.start() && making.end() <= blamed.end();
  }

  private static String describe(Buffer view) {
    Buffer whole = view.isTransposed() ? view.transposed() : view;
    return "'%s' is made here, as %s.".formatted(whole.name(), whole.describe());
  }

  /** The same about several, each of which is named once. */
  Diagnostic blaming(List<Buffer> buffers, Diagnostic finding) {
    Map<Integer, Buffer> each = new LinkedHashMap<>();
    buffers.forEach(buffer -> each.putIfAbsent(buffer.base().id(), buffer));
    Diagnostic blamed = finding;
    for (Buffer buffer : each.values()) {
      blamed = blaming(buffer, blamed);
    }
    return blamed;
  }
}
