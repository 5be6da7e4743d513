package dev.kiln.ir.text;

import dev.kiln.ir.DType;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Type;
import dev.kiln.ir.text.Token.Kind;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads types, as {@link TypeText} writes them. */
final class TypeParser {
  private static final String A_TYPE = "a type such as f32, tensor<?xf32> or shared<8x8xf16>";

  private final Tokens tokens;

  TypeParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Type type() {
    Token start = tokens.expect(Kind.WORD, A_TYPE);
    try {
      return switch (start.text()) {
        case "tensor" -> tensor();
        case "region" -> region();
        case "memory" -> memory();
        case "cell" -> cell();
        case "shared", "fragment", "local" -> tile(scope(start));
        default -> arithmetic(start);
      };
    } catch (IllegalArgumentException e) {
      throw tokens.error(start, "This type cannot be: " + e.getMessage() + ".");
    }
  }

  private Type tensor() {
    tokens.expect("<");
    Extents extents = extents();
    tokens.expect(">");
    return new Type.TensorType(extents.element(), extents.rank());
  }

  private Type region() {
    tokens.expect("<");
    Scope scope = scope(tokens.next());
    tokens.expect(",");
    Extents extents = extents();
    tokens.expect(">");
    return new Type.RegionType(extents.element(), extents.rank(), scope);
  }

  private Type memory() {
    tokens.expect("<");
    Scope scope = scope(tokens.next());
    tokens.expect(",");
    DType element = dtype(tokens.expect(Kind.WORD, "an element type"));
    tokens.expect(">");
    return new Type.MemoryType(element, scope);
  }

  private Type cell() {
    tokens.expect("<");
    Type.Arithmetic content = arithmetic(tokens.expect(Kind.WORD, "the type of the variable"));
    tokens.expect(">");
    return new Type.CellType(content);
  }

  private Type tile(Scope scope) {
    tokens.expect("<");
    Token start = tokens.peek();
    Extents extents = extents();
    if (extents.known().size() != extents.rank()) {
      throw tokens.error(start, "A tile's extents are numbers.");
    }
    DType storage =
        tokens.skip("as")
            ? dtype(tokens.expect(Kind.WORD, "the dtype of the storage"))
            : extents.element();
    Layout layout = tokens.skip(",") ? swizzled(layout()) : Layout.unplaced();
    tokens.expect(">");
    return new Type.TileType(extents.element(), new Shape(extents.known()), scope, storage, layout);
  }

  private Layout layout() {
    if (tokens.skip("strided")) {
      var strides = new ArrayList<Long>();
      while (tokens.isAt(Kind.NUMBER)) {
        strides.add(Long.decode(tokens.next().text()));
      }
      return new Layout.Strided(strides);
    }
    if (tokens.skip("spread")) {
      var axes = new ArrayList<List<Mode>>();
      do {
        axes.add(modes());
      } while (tokens.skip("/"));
      return new Layout.Fragment(axes);
    }
    tokens.expect("panels");
    tokens.expect("axis");
    int axis = tokens.integer("the axis");
    tokens.expect("width");
    int width = tokens.integer("the width");
    tokens.expect("length");
    return new Layout.Panels(axis, width, tokens.integer("the length"));
  }

  private Layout swizzled(Layout base) {
    if (!tokens.skip("swizzled")) {
      return base;
    }
    tokens.expect("chunk");
    int chunk = tokens.integer("the chunk");
    tokens.expect("line");
    int line = tokens.integer("the line");
    tokens.expect("bits");
    return new Layout.Swizzled(base, chunk, line, tokens.integer("the bits"));
  }

  private List<Mode> modes() {
    var modes = new ArrayList<Mode>();
    while (tokens.isAt(Kind.WORD)) {
      Token digit = tokens.next();
      tokens.expect(":");
      int stride = tokens.integer("the stride");
      int extent = extent(digit, digit.text().substring(1));
      modes.add(
          switch (digit.text().charAt(0)) {
            case 't' -> Mode.threads(extent, stride);
            case 'r' -> Mode.registers(extent, stride);
            default -> throw tokens.error(digit, "Expected a digit such as t4:1 or r2:4.");
          });
    }
    return modes;
  }

  /**
   * What stands before and in an element type.
   *
   * @param known the extents that are numbers
   */
  private record Extents(DType element, int rank, List<Integer> known) {}

  private Extents extents() {
    Token token = tokens.next();
    if (token.kind() != Kind.EXTENTS && token.kind() != Kind.WORD) {
      throw tokens.error(token, "Expected extents such as 16x8xf32, found " + token.spoken() + ".");
    }
    String text = token.text();
    var known = new ArrayList<Integer>();
    int rank = 0;
    int at = 0;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '?')) {
      int cross = text.indexOf('x', at);
      String extent = cross < 0 ? "" : text.substring(at, cross);
      if (!extent.equals("?")) {
        known.add(extent(token, extent));
      }
      rank++;
      at = cross + 1;
    }
    DType element = dtypeOf(text.substring(at));
    if (element == null) {
      throw tokens.error(token, "These extents do not end with an element type: " + text + ".");
    }
    return new Extents(element, rank, known);
  }

  private int extent(Token token, String extent) {
    try {
      return Integer.parseInt(extent);
    } catch (NumberFormatException e) {
      throw tokens.error(token, "An extent is a number or '?', not '" + extent + "'.");
    }
  }

  private Scope scope(Token token) {
    for (Scope scope : Scope.values()) {
      if (scope.text().equals(token.text())) {
        return scope;
      }
    }
    throw tokens.error(
        token, "Expected global, shared, fragment or local, found " + token.spoken() + ".");
  }

  private Type.Arithmetic arithmetic(Token token) {
    int cross = token.text().indexOf('x');
    DType dtype = dtypeOf(cross < 0 ? token.text() : token.text().substring(0, cross));
    if (dtype == null) {
      throw tokens.error(token, "Expected " + A_TYPE + ", found " + token.spoken() + ".");
    }
    return cross < 0
        ? new Type.ScalarType(dtype)
        : new Type.VectorType(dtype, extent(token, token.text().substring(cross + 1)));
  }

  private DType dtype(Token token) {
    DType dtype = dtypeOf(token.text());
    if (dtype == null) {
      throw tokens.error(token, "Expected an element type, found " + token.spoken() + ".");
    }
    return dtype;
  }

  /** The dtype of that name, or null. */
  static @Nullable DType dtypeOf(String name) {
    for (DType dtype : DType.values()) {
      if (dtype.name().toLowerCase(Locale.ROOT).equals(name)) {
        return dtype;
      }
    }
    return null;
  }
}
