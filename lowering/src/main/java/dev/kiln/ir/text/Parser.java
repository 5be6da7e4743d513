package dev.kiln.ir.text;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape.Component;
import dev.kiln.ir.OpShape.Role;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads kernels from text. What it gives is well-formed text and no more: types that do not fit and
 * values used outside of their scope are findings of {@code dev.kiln.ir.check}.
 */
public final class Parser {
  private final Tokens tokens;
  private final TypeParser types;

  /** The last definition of each id so far, in this kernel. */
  private final Map<Integer, Value> defined = new HashMap<>();

  /** The file of places that name none; null where the kernel has no place. */
  private @Nullable String source;

  private Parser(Tokens tokens) {
    this.tokens = tokens;
    this.types = new TypeParser(tokens);
  }

  /**
   * The one kernel in {@code text}.
   *
   * @param file for messages and for the places of what has no place of its own
   */
  public static Kernel parse(String file, String text) {
    var tokens = new Tokens(file, text);
    Kernel kernel = new Parser(tokens).kernel();
    tokens.expect(Kind.END, "the end of the text");
    return kernel;
  }

  /** All kernels in {@code text}, at least one. */
  public static List<Kernel> parseAll(String file, String text) {
    var tokens = new Tokens(file, text);
    var kernels = new ArrayList<Kernel>();
    do {
      kernels.add(new Parser(tokens).kernel());
    } while (!tokens.isAt(Kind.END));
    return kernels;
  }

  private Kernel kernel() {
    Token start = tokens.peek();
    tokens.expect("kernel");
    String name = tokens.name("the kernel's name");
    Loc loc = place(start);
    source = loc.file();
    var params = new ArrayList<Param>();
    tokens.expect("(");
    if (!tokens.isAt(")")) {
      do {
        params.add(param());
      } while (tokens.skip(","));
    }
    tokens.expect(")");
    return new Kernel(name, params, body(), loc);
  }

  private Param param() {
    Token start = tokens.peek();
    String name = tokens.isAt(Kind.VALUE) ? null : tokens.name("a parameter");
    Value value = definition();
    var dims = new ArrayList<String>();
    if (tokens.skip("(")) {
      do {
        dims.add(tokens.name("the name of a dimension"));
      } while (tokens.skip(","));
      tokens.expect(")");
    }
    return new Param(name == null ? value.hint() : name, value, dims, place(start));
  }

  private Body body() {
    tokens.expect("{");
    var ops = new ArrayList<Op>();
    while (!tokens.skip("}")) {
      ops.add(op());
    }
    return new Body(ops);
  }

  private Op op() {
    Token start = tokens.peek();
    Named named = tokens.isAt(Kind.VALUE) ? named() : null;
    if (named != null) {
      tokens.expect("=");
    }
    Token word = tokens.expect(Kind.WORD, "an operation or '}'");
    Form form = Forms.of(word.text());
    if (form == null) {
      throw tokens.error(word, "There is no operation '" + word.text() + "'.");
    }
    return new OpParts(form, start, named, word).parse();
  }

  /** An id and a hint, before the type is known. */
  private record Named(Token token, int id, String hint) {}

  private Named named() {
    Token token = tokens.expect(Kind.VALUE, "a value such as %3");
    try {
      int id = Integer.parseInt(token.text());
      return new Named(token, id, tokens.skip(".") ? tokens.name("a hint") : "");
    } catch (NumberFormatException e) {
      throw tokens.error(token, "The number of a value must be below 2^31.");
    }
  }

  /** {@code %3.hint: type}. */
  private Value definition() {
    Named named = named();
    tokens.expect(":");
    return define(named, types.type());
  }

  private Value define(Named named, Type type) {
    var value = new Value(named.id(), type, named.hint());
    defined.put(named.id(), value);
    return value;
  }

  private Value use() {
    Named named = named();
    Value value = defined.get(named.id());
    if (value == null) {
      throw tokens.error(
          named.token(), named.token().spoken() + " is not defined before this use.");
    }
    if (!named.hint().isEmpty() && !named.hint().equals(value.hint())) {
      throw tokens.error(
          named.token(), "This value was defined as " + value + ", with another hint.");
    }
    return value;
  }

  /** The place written next, or that of {@code start} in this text. */
  private Loc place(Token start) {
    return tokens.skip("@") ? chain() : Loc.text(tokens.file(), start.line(), start.column());
  }

  private Loc chain() {
    String file = source == null ? tokens.file() : source;
    if (tokens.isAt(Kind.STRING)) {
      file = tokens.next().text();
      tokens.expect(":");
    }
    if (source == null) {
      source = file;
    }
    int line = tokens.integer("a line");
    tokens.expect(":");
    int column = tokens.integer("a column");
    int from = 0;
    int to = 0;
    if (tokens.skip("[")) {
      from = tokens.integer("an offset");
      tokens.expect(",");
      to = tokens.integer("an offset");
      tokens.expect("]");
    }
    return new Loc(file, line, column, from, to, tokens.skip("<") ? chain() : null);
  }

  /** A literal whose dtype, if not written, is that of the result. */
  private record RawLiteral(Token token, @Nullable DType dtype, boolean isBits) {}

  /** The components of one operation while it is read. */
  private final class OpParts {
    private final Form form;
    private final Token start;
    private final @Nullable Named named;
    private final @Nullable Object[] parts;
    private @Nullable Type resultType;
    private @Nullable Loc loc;

    OpParts(Form form, Token start, @Nullable Named named, Token word) {
      this.form = form;
      this.start = start;
      this.named = named;
      this.parts = new Object[form.shape().components().size()];
      Component operator = form.operator();
      if (operator != null) {
        parts[operator.position()] = Form.constant(operator, word.text());
      }
      if ((result() == null) != (named == null)) {
        throw tokens.error(
            start,
            "'%s' %s.".formatted(word.text(), named == null ? "has a result" : "has no result"));
      }
    }

    Op parse() {
      for (Form.Piece piece : form.pieces()) {
        if (piece instanceof Form.Slot slot && slot.component().role() == Role.BODY) {
          header();
        }
        piece(piece);
      }
      header();
      for (Component component : form.shape().components()) {
        switch (component.role()) {
          case RESULT -> parts[component.position()] = defineResult();
          case LOC -> parts[component.position()] = loc;
          case ARGUMENT, OPERAND, BODY, ATTRIBUTE -> {
            if (parts[component.position()] instanceof RawLiteral raw) {
              parts[component.position()] = literal(raw);
            }
          }
        }
      }
      try {
        return form.shape().build(parts);
      } catch (IllegalArgumentException e) {
        throw tokens.error(start, "This operation cannot be: " + e.getMessage() + ".");
      }
    }

    private @Nullable Component result() {
      for (Component component : form.shape().components()) {
        if (component.role() == Role.RESULT) {
          return component;
        }
      }
      return null;
    }

    /** The type of the result and the place, once. */
    private void header() {
      if (loc != null) {
        return;
      }
      if (named != null) {
        tokens.expect(":");
        resultType = types.type();
      }
      loc = place(start);
    }

    private Value defineResult() {
      if (named == null || resultType == null) {
        throw new IllegalStateException("a result without name or type");
      }
      return define(named, resultType);
    }

    private void piece(Form.Piece piece) {
      switch (piece) {
        case Form.Fixed fixed -> fixed.words().forEach(tokens::expect);
        case Form.Slot(Component component) -> parts[component.position()] = part(component);
        case Form.Group group -> {
          parts[group.component().position()] = group.absent();
          if (startsHere(group)) {
            group.pieces().forEach(this::piece);
          }
        }
      }
    }

    private boolean startsHere(Form.Group group) {
      for (Form.Piece piece : group.pieces()) {
        if (piece instanceof Form.Fixed fixed && !fixed.words().isEmpty()) {
          return tokens.isAt(fixed.words().getFirst());
        }
        if (piece instanceof Form.Slot(Component component)) {
          return isConstant(component, tokens.peek());
        }
      }
      return false;
    }

    private boolean isConstant(Component component, Token token) {
      try {
        Form.constant(component, token.text());
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private Object part(Component component) {
      if (component.role() == Role.BODY) {
        return body();
      }
      if (!component.isList()) {
        return one(component);
      }
      var list = new ArrayList<Object>();
      if (tokens.isAt(component.role() == Role.ATTRIBUTE ? Kind.NUMBER : Kind.VALUE)) {
        do {
          list.add(one(component));
        } while (tokens.skip(","));
      }
      return list;
    }

    private Object one(Component component) {
      return switch (component.role()) {
        case OPERAND -> use();
        case ARGUMENT -> definition();
        case ATTRIBUTE -> component.type() == Literal.class ? rawLiteral() : constant(component);
        case BODY, RESULT, LOC -> throw new IllegalStateException("no slot for " + component);
      };
    }

    private Object constant(Component component) {
      Token token = tokens.next();
      try {
        return Form.constant(component, token.text());
      } catch (IllegalArgumentException e) {
        throw tokens.error(token, "%s is no %s.".formatted(token.spoken(), component.name()));
      }
    }

    private RawLiteral rawLiteral() {
      DType dtype = TypeParser.dtypeOf(tokens.peek().text());
      if (dtype != null) {
        tokens.next();
      }
      boolean isBits = tokens.skip("bits");
      return new RawLiteral(tokens.next(), dtype, isBits);
    }

    private Literal literal(RawLiteral raw) {
      DType dtype = raw.dtype();
      if (dtype == null && resultType instanceof Type.Arithmetic arithmetic) {
        dtype = arithmetic.dtype();
      }
      Literal literal = dtype == null ? null : literalOf(dtype, raw);
      if (literal == null) {
        throw tokens.error(
            raw.token(),
            "%s is no constant of type %s."
                .formatted(raw.token().spoken(), dtype == null ? "unknown" : dtype.text()));
      }
      return literal;
    }

    private static @Nullable Literal literalOf(DType dtype, RawLiteral raw) {
      String text = raw.token().text();
      if (!raw.isBits()) {
        return LiteralText.parse(dtype, text);
      }
      try {
        return new Literal(dtype, Long.parseUnsignedLong(text, 2, text.length(), 16));
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        return null;
      }
    }
  }
}
