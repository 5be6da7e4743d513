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
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
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

  private Printer(Places places, String file) {
    this.places = places;
    this.file = file;
  }

  /** {@code kernel} in full: {@link Parser#parse} gives an equal one back. */
  public static String print(Kernel kernel) {
    return print(kernel, Places.SHOWN);
  }

  public static String print(Kernel kernel, Places places) {
    var printer = new Printer(places, kernel.loc().file());
    printer.kernel(kernel);
    return printer.text.toString();
  }

  /** {@code op} without its bodies and place, on one line; for messages. */
  public static String print(Op op) {
    var printer = new Printer(Places.HIDDEN, "");
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
      text.append(" @").append(Lexer.quote(file)).append(':').append(chain(kernel.loc()));
    }
    text.append(' ').append(params(kernel.params())).append(' ');
    body(kernel.body(), "");
    text.append('\n');
  }

  private String params(List<Param> params) {
    return params.stream().map(this::param).collect(Collectors.joining(", ", "(", ")"));
  }

  private String param(Param param) {
    Value value = param.value();
    String name = param.name().equals(value.hint()) ? "" : name(param.name()) + " ";
    String dims =
        param.dims().isEmpty()
            ? ""
            : param.dims().stream().map(Printer::name).collect(Collectors.joining(", ", " (", ")"));
    return name + defined(value) + dims + place(param.loc());
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
    List<Form.Piece> rest = header(op);
    text.append(place(op.loc()));
    if (!rest.isEmpty()) {
      text.append(' ');
    }
    rest.forEach(piece -> piece(op, piece, indent));
    text.append('\n');
  }

  /** Prints {@code op} up to its first body; returns the pieces from there on. */
  private List<Form.Piece> header(Op op) {
    Form form = Forms.of(op);
    List<Value> results = Ops.results(op);
    results.forEach(result -> text.append(value(result)).append(" = "));
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
    results.forEach(result -> text.append(" : ").append(TypeText.print(result.type())));
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
      case OPERAND -> text.append(all(part, value -> value((Value) value)));
      case ARGUMENT -> text.append(all(part, value -> defined((Value) value)));
      case ATTRIBUTE -> text.append(all(part, constant -> constant(op, constant)));
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

  private static String all(Object part, Function<Object, String> print) {
    return part instanceof List<?> list
        ? list.stream().map(print).collect(Collectors.joining(", "))
        : print.apply(part);
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

  private static String value(Value value) {
    return "%" + value.id() + (value.hint().isEmpty() ? "" : "." + name(value.hint()));
  }

  private static String defined(Value value) {
    return value(value) + ": " + TypeText.print(value.type());
  }

  private static String name(String name) {
    return Lexer.isWord(name) ? name : Lexer.quote(name);
  }

  private String place(Loc loc) {
    return places == Places.HIDDEN ? "" : " @" + chain(loc);
  }

  private String chain(Loc loc) {
    String here = (loc.file().equals(file) ? "" : Lexer.quote(loc.file()) + ":") + position(loc);
    return loc.caller() == null ? here : here + " < " + chain(loc.caller());
  }

  private static String position(Loc loc) {
    String offsets =
        loc.start() == 0 && loc.end() == 0 ? "" : "[" + loc.start() + "," + loc.end() + "]";
    return loc.line() + ":" + loc.column() + offsets;
  }
}
