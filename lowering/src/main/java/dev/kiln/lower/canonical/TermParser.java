package dev.kiln.lower.canonical;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.UnaryOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads terms in Java's notation and precedence. */
final class TermParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([a-z]\\w*|[0-9]+(?:\\.[0-9]+)?|>>>|>>|<<|[<>=!]=|[-+*/%&|^~!<>(),])");

  /** Binary operators by level, the loosest first. */
  private static final List<Map<String, BinaryOperator>> LEVELS =
      List.of(
          Map.of("|", BinaryOperator.OR),
          Map.of("^", BinaryOperator.XOR),
          Map.of("&", BinaryOperator.AND),
          Map.of("<<", BinaryOperator.SHL, ">>", BinaryOperator.SHR, ">>>", BinaryOperator.USHR),
          Map.of("+", BinaryOperator.ADD, "-", BinaryOperator.SUB),
          Map.of("*", BinaryOperator.MUL, "/", BinaryOperator.DIV, "%", BinaryOperator.REM));

  private static final Map<String, CompareOperator> COMPARISONS = comparisons();

  private final List<String> tokens = new ArrayList<>();
  private int next;

  private TermParser(String text) {
    Matcher matcher = TOKEN.matcher(text.strip());
    int end = 0;
    while (matcher.lookingAt()) {
      tokens.add(matcher.group(1));
      end = matcher.end();
      matcher.region(end, matcher.regionEnd());
    }
    if (end < text.strip().length()) {
      throw new IllegalArgumentException("no term: " + text);
    }
  }

  static Term parse(String text) {
    var parser = new TermParser(text);
    Term term = parser.comparison();
    if (parser.next < parser.tokens.size()) {
      throw new IllegalArgumentException("text behind a term: " + text);
    }
    return term;
  }

  private static Map<String, CompareOperator> comparisons() {
    var map = new LinkedHashMap<String, CompareOperator>();
    map.put("==", CompareOperator.EQ);
    map.put("!=", CompareOperator.NE);
    map.put("<", CompareOperator.LT);
    map.put("<=", CompareOperator.LE);
    map.put(">", CompareOperator.GT);
    map.put(">=", CompareOperator.GE);
    return Map.copyOf(map);
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private String take() {
    return tokens.get(next++);
  }

  private void expect(String token) {
    if (!take().equals(token)) {
      throw new IllegalArgumentException("expected " + token + " in " + tokens);
    }
  }

  private Term comparison() {
    Term left = binary(0);
    CompareOperator operator = COMPARISONS.get(peek());
    if (operator == null) {
      return left;
    }
    take();
    return new Term.Compare(operator, left, binary(0));
  }

  private Term binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    Term left = binary(level + 1);
    for (BinaryOperator operator = LEVELS.get(level).get(peek());
        operator != null;
        operator = LEVELS.get(level).get(peek())) {
      take();
      left = new Term.Binary(operator, left, binary(level + 1));
    }
    return left;
  }

  private Term unary() {
    return switch (peek()) {
      case "-" -> {
        take();
        Term operand = unary();
        yield operand instanceof Term.Number number
            ? new Term.Number(-number.value())
            : new Term.Unary(UnaryOperator.NEG, operand);
      }
      case "~", "!" -> {
        take();
        yield new Term.Unary(UnaryOperator.NOT, unary());
      }
      case "(" -> {
        take();
        Term inner = comparison();
        expect(")");
        yield inner;
      }
      default -> atom(take());
    };
  }

  private Term atom(String token) {
    if (Character.isDigit(token.charAt(0))) {
      return new Term.Number(Double.parseDouble(token));
    }
    if (!peek().equals("(")) {
      return switch (token) {
        case "true" -> new Term.Number(1);
        case "false" -> new Term.Number(0);
        default -> new Term.Variable(token);
      };
    }
    take();
    var arguments = new ArrayList<Term>();
    while (!peek().equals(")")) {
      arguments.add(comparison());
      if (peek().equals(",")) {
        take();
      }
    }
    expect(")");
    return call(token, arguments);
  }

  private static Term call(String name, List<Term> arguments) {
    return switch (name) {
      case "min" -> new Term.Binary(BinaryOperator.MIN, arguments.get(0), arguments.get(1));
      case "max" -> new Term.Binary(BinaryOperator.MAX, arguments.get(0), arguments.get(1));
      case "below" -> new Term.Compare(CompareOperator.BELOW, arguments.get(0), arguments.get(1));
      case "log2" -> new Term.Log2(arguments.get(0));
      case "select" -> new Term.Select(arguments.get(0), arguments.get(1), arguments.get(2));
      case "fma" -> new Term.Fma(arguments.get(0), arguments.get(1), arguments.get(2));
      default ->
          new Term.Unary(UnaryOperator.valueOf(name.toUpperCase(Locale.ROOT)), arguments.get(0));
    };
  }
}
