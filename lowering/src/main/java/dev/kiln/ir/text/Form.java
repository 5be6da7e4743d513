package dev.kiln.ir.text;

import dev.kiln.ir.Body;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.OpShape.Component;
import dev.kiln.ir.OpShape.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of one operation record: a template, read once into pieces. In a template {@code
 * $name} is a component, everything else stands for itself, and {@code {word $name}} is left out
 * while the component is absent (no operand, an empty body) or, in {@code {word $name=default}}, at
 * its default. The result with its {@code =} goes before, its type and the place behind, both
 * before the first body.
 *
 * @param operator the attribute whose constants are the mnemonics, or null where the record's name
 *     is the one mnemonic
 */
record Form(OpShape shape, @Nullable Component operator, List<Piece> pieces) {

  /** A part of a template. */
  sealed interface Piece {}

  /** Stands for itself. */
  record Fixed(String text, List<String> words) implements Piece {}

  /** A component. */
  record Slot(Component component) implements Piece {}

  /** Left out while {@code component} is {@code absent}. */
  record Group(List<Piece> pieces, Component component, @Nullable Object absent) implements Piece {}

  Form {
    pieces = List.copyOf(pieces);
    for (Component component : shape.components()) {
      boolean isImplied =
          component.role() == Role.RESULT
              || component.role() == Role.LOC
              || component.equals(operator);
      if (!isImplied && pieces.stream().noneMatch(piece -> shows(piece, component))) {
        throw new IllegalArgumentException(
            "the form of " + shape.mnemonic() + " does not show its " + component.name());
      }
    }
  }

  private static boolean shows(Piece piece, Component component) {
    return switch (piece) {
      case Fixed _ -> false;
      case Slot slot -> slot.component().equals(component);
      case Group group -> group.component().equals(component);
    };
  }

  /** The form that follows from the shape alone: operands, then attributes by name, then bodies. */
  static Form generic(OpShape shape) {
    var operands = new StringBuilder();
    var rest = new StringBuilder();
    for (Component component : shape.components()) {
      switch (component.role()) {
        case OPERAND, ARGUMENT -> {
          String slot = "$" + component.name();
          operands.append(operands.isEmpty() ? "" : ", ");
          operands.append(component.isList() ? "[" + slot + "]" : slot);
        }
        case ATTRIBUTE -> rest.append(" %s $%<s".formatted(component.name()));
        case BODY -> rest.append(" $").append(component.name());
        case RESULT, LOC -> {}
      }
    }
    return of(shape, operands + rest.toString());
  }

  static Form of(OpShape shape, String template) {
    if (template.startsWith("@")) {
      int end = template.indexOf(' ');
      return new Form(
          shape,
          component(shape, template.substring(1, end)),
          pieces(shape, template.substring(end + 1)));
    }
    return new Form(shape, null, pieces(shape, template.strip()));
  }

  /** The words that this form may start with. */
  List<String> mnemonics() {
    return operator == null
        ? List.of(shape.mnemonic())
        : Arrays.stream(operator.type().getEnumConstants()).map(Form::word).toList();
  }

  /** An enum constant in IR text: its name in kebab case. */
  static String word(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static List<Piece> pieces(OpShape shape, String template) {
    var pieces = new ArrayList<Piece>();
    int at = 0;
    while (at < template.length()) {
      char c = template.charAt(at);
      int end;
      if (c == '{') {
        end = template.indexOf('}', at) + 1;
        pieces.add(group(shape, template.substring(at + 1, end - 1)));
      } else if (c == '$') {
        end = at + 1;
        while (end < template.length() && Character.isLetter(template.charAt(end))) {
          end++;
        }
        pieces.add(new Slot(component(shape, template.substring(at + 1, end))));
      } else {
        end = at;
        while (end < template.length() && "{$".indexOf(template.charAt(end)) < 0) {
          end++;
        }
        pieces.add(fixed(template.substring(at, end)));
      }
      at = end;
    }
    return pieces;
  }

  private static Fixed fixed(String text) {
    List<String> words =
        Arrays.stream(text.splitWithDelimiters("[^a-zA-Z]", 0))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .toList();
    return new Fixed(text, words);
  }

  private static Group group(OpShape shape, String content) {
    int equals = content.indexOf('=');
    String template = equals < 0 ? content : content.substring(0, equals);
    Component component = component(shape, template.substring(template.indexOf('$') + 1));
    Object absent = component.role() == Role.BODY ? Body.EMPTY : null;
    if (equals >= 0) {
      absent = constant(component, content.substring(equals + 1));
    }
    return new Group(pieces(shape, template), component, absent);
  }

  /** The attribute that {@code text} says. */
  static Object constant(Component component, String text) {
    Class<?> type = component.type();
    if (type == int.class || type == Integer.class) {
      return Integer.decode(text);
    }
    if (type == long.class || type == Long.class) {
      return Long.decode(text);
    }
    if (type == String.class) {
      return text;
    }
    if (type == boolean.class && (text.equals("true") || text.equals("false"))) {
      return Boolean.valueOf(text);
    }
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (word(constant).equals(text)) {
          return constant;
        }
      }
    }
    throw new IllegalArgumentException(text);
  }

  private static Component component(OpShape shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(shape.mnemonic() + " has no " + name));
  }
}
