package dev.kiln.ir.text;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.OpShape.Component;
import dev.kiln.ir.OpShape.Role;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes kernels as text, the same text for equal kernels. */
public final class Printer {

  /** Whether places are written. Without them text does not parse to an equal kernel. */
  public enum Places {
    SHOWN,
    HIDDEN
  }

  private final StringBuilder text = new StringBuilder();
  private final Places places;
  private final String file;

  /** The lines of operations without bodies that have been printed; null where none are kept. */
  private final @Nullable Map<Op, String> lines;

  private Printer(Places places, String file, @Nullable Map<Op, String> lines) {
    this.places = places;
    this.file = file;
    this.lines = lines;
  }

  /** {@code kernel} in full: {@link Parser#parse} gives an equal one back. */
  public static String print(Kernel kernel) {
    return print(kernel, Places.SHOWN);
  }

  public static String print(Kernel kernel, Places places) {
    return print(kernel, places, null);
  }

  /**
   * Prints kernels of one source file in full, as the stages of one kernel are: what they have in
   * common is printed once.
   */
  public static Function<Kernel, String> ofStages() {
    Map<Op, String> lines = new IdentityHashMap<>();
    return kernel -> print(kernel, Places.SHOWN, lines);
  }

  private static String print(Kernel kernel, Places places, @Nullable Map<Op, String> lines) {
    var printer = new Printer(places, kernel.loc().file(), lines);
    printer.kernel(kernel);
    return printer.text.toString();
  }

  /** {@code op} without its bodies and place, on one line; for messages. */
  public static String print(Op op) {
    var printer = new Printer(Places.HIDDEN, "", null);
    printer.header(op);
    return printer.text.toString();
  }

  public static String print(Type type) {
    return TypeText.print(type);
  }

  private void kernel(Kernel kernel) {
    text.append("kernel ").append(Lexer.quote(kernel.name()));
    if (places == Places.SHOWN) {
      // The file is said once, here; every other place of this file goes without.
      text.append(" @").append(Lexer.quote(file)).append(':');
      chain(kernel.loc());
    }
    text.append(" (");
    all(kernel.params(), this::param);
    text.append(") ");
    body(kernel.body(), "");
    text.append('\n');
  }

  private void param(Param param) {
    Value value = param.value();
    if (!param.name().equals(value.hint())) {
      text.append(name(param.name())).append(' ');
    }
    defined(value);
    if (!param.dims().isEmpty()) {
      text.append(" (");
      all(param.dims(), dim -> text.append(name(dim)));
      text.append(')');
    }
    place(param.loc());
  }

  private void body(Body body, String indent) {
    text.append("{\n");
    for (Op op : body.ops()) {
      op(op, indent + "  ");
    }
    text.append(indent).append('}');
  }

  private void op(Op op, String indent) {
    text.append(indent);
    String line = lines == null ? null : lines.get(op);
    if (line != null) {
      text.append(line);
      return;
    }
    int start = text.length();
    List<Form.Piece> rest = header(op);
    place(op.loc());
    if (!rest.isEmpty()) {
      text.append(' ');
    }
    rest.forEach(piece -> piece(op, piece, indent));
    text.append('\n');
    if (rest.isEmpty() && lines != null) {
      lines.put(op, text.substring(start));
    }
  }

  /** Prints {@code op} up to its first body; returns the pieces from there on. */
  private List<Form.Piece> header(Op op) {
    Form form = Forms.of(op);
    List<Value> results = Ops.results(op);
    for (Value result : results) {
      value(result);
      text.append(" = ");
    }
    Component operator = form.operator();
    text.append(operator == null ? form.shape().mnemonic() : Form.word(present(op, operator)));
    List<Form.Piece> pieces = form.pieces();
    if (!pieces.isEmpty()) {
      text.append(' ');
    }
    int first = 0;
    while (first < pieces.size() && !isBody(pieces.get(first))) {
      piece(op, pieces.get(first++), "");
    }
    if (first < pieces.size()) {
      stripTrailing();
    }
    for (Value result : results) {
      text.append(" : ").append(TypeText.print(result.type()));
    }
    return pieces.subList(first, pieces.size());
  }

  private void stripTrailing() {
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
  }

  private static boolean isBody(Form.Piece piece) {
    return piece instanceof Form.Slot(Component component) && component.role() == Role.BODY;
  }

  private void piece(Op op, Form.Piece piece, String indent) {
    switch (piece) {
      case Form.Fixed fixed -> text.append(fixed.text());
      case Form.Slot slot -> part(op, slot.component(), indent);
      case Form.Group group -> {
        if (!Objects.equals(read(op, group.component()), group.absent())) {
          group.pieces().forEach(inner -> piece(op, inner, indent));
        }
      }
    }
  }

  private void part(Op op, Component component, String indent) {
    Object part = present(op, component);
    switch (component.role()) {
      case OPERAND -> all(asList(part), operand -> value((Value) operand));
      case ARGUMENT -> all(asList(part), argument -> defined((Value) argument));
      case ATTRIBUTE -> all(asList(part), constant -> text.append(constant(op, constant)));
      case BODY -> body((Body) part, indent);
      case RESULT, LOC -> throw new IllegalStateException(component + " stands in no template");
    }
  }

  private static @Nullable Object read(Op op, Component component) {
    return OpShape.of(op).read(op, component);
  }

  private static Object present(Op op, Component component) {
    return Objects.requireNonNull(read(op, component), component::name);
  }

  private static List<?> asList(Object part) {
    return part instanceof List<?> list ? list : List.of(part);
  }

  /** With commas between. */
  private <T> void all(List<T> parts, Consumer<? super T> print) {
    for (int i = 0; i < parts.size(); i++) {
      text.append(i == 0 ? "" : ", ");
      print.accept(parts.get(i));
    }
  }

  private static String constant(Op op, Object constant) {
    if (constant instanceof Literal literal) {
      String value = LiteralText.print(literal);
      boolean isOfResult =
          Ops.results(op).stream().allMatch(result -> isOf(literal.dtype(), result.type()));
      return isOfResult ? value : literal.dtype().text() + " " + value;
    }
    if (constant instanceof String words) {
      return Lexer.quote(words);
    }
    return constant instanceof Enum<?> ? Form.word(constant) : constant.toString();
  }

  private static boolean isOf(DType dtype, Type type) {
    return type instanceof Type.Arithmetic arithmetic && arithmetic.dtype() == dtype;
  }

  private void value(Value value) {
    text.append('%').append(value.id());
    if (!value.hint().isEmpty()) {
      text.append('.').append(name(value.hint()));
    }
  }

  private void defined(Value value) {
    value(value);
    text.append(": ").append(TypeText.print(value.type()));
  }

  private static String name(String name) {
    return Lexer.isWord(name) ? name : Lexer.quote(name);
  }

  private void place(Loc loc) {
    if (places == Places.SHOWN) {
      text.append(" @");
      chain(loc);
    }
  }

  private void chain(Loc loc) {
    if (!loc.file().equals(file)) {
      text.append(Lexer.quote(loc.file())).append(':');
    }
    text.append(loc.line()).append(':').append(loc.column());
    if (loc.start() != 0 || loc.end() != 0) {
      text.append('[').append(loc.start()).append(',').append(loc.end()).append(']');
    }
    if (loc.caller() != null) {
      text.append(" < ");
      chain(loc.caller());
    }
  }
}
