package dev.kiln.interp;

import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Arguments as text: {@code [1, 2, 3]} and {@code 2x3[1, 2, 3, 4, 5, 6]} are tensors by element,
 * {@code zeros(2x3)}, {@code iota(2x3)} (0, 1, 2, ...) and {@code random(2x3)} are filled by rule;
 * scalars are written as they are.
 */
public final class ArgumentText {
  private static final long SEED = 20;

  private ArgumentText() {}

  /**
   * The argument for {@code param} that {@code text} says.
   *
   * @throws IllegalArgumentException where it says none, with a sentence
   */
  public static Argument parse(Param param, String text) {
    try {
      return switch (param.value().type()) {
        case Type.ScalarType scalar ->
            new Argument.Scalar(scalar.dtype(), element(scalar.dtype(), text.strip()));
        case Type.TensorType tensor -> tensor(tensor, text.strip());
        case Type.VectorType _,
            Type.TileType _,
            Type.RegionType _,
            Type.CellType _,
            Type.MemoryType _ ->
            throw new IllegalArgumentException(param.name() + " is no parameter");
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is no argument for %s".formatted(text, param.name()), e);
    }
  }

  /** The arguments that {@code text} says: {@code x=[1, 2], n=3}, one a parameter, in any order. */
  public static List<Argument> parseAll(List<Param> params, String text) {
    List<String> parts = split(text);
    return params.stream()
        .map(
            param ->
                parts.stream()
                    .filter(part -> part.startsWith(param.name() + "="))
                    .findAny()
                    .map(part -> parse(param, part.substring(param.name().length() + 1)))
                    .orElseThrow(
                        () -> new IllegalArgumentException("no argument for " + param.name())))
        .toList();
  }

  /** Every element, in a form that {@link #parse} reads. */
  public static String print(TensorData tensor) {
    String elements =
        IntStream.range(0, tensor.size())
            .mapToObj(i -> print(tensor.dtype(), tensor.bits(i)))
            .collect(Collectors.joining(", ", "[", "]"));
    String dims = tensor.dims().stream().map(String::valueOf).collect(Collectors.joining("x"));
    return tensor.dims().size() == 1 ? elements : dims + elements;
  }

  /** What stands between commas outside of brackets. */
  public static List<String> split(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(text.substring(start).strip());
    return parts;
  }

  private static TensorData tensor(Type.TensorType type, String text) {
    int open = Math.max(text.indexOf('['), text.indexOf('('));
    if (open < 0) {
      throw new NumberFormatException(text);
    }
    String content = text.substring(open + 1, text.length() - 1);
    if (text.charAt(open) == '(') {
      return filled(TensorData.zeros(type.element(), dims(content)), text.substring(0, open));
    }
    List<String> elements = content.isBlank() ? List.of() : split(content);
    List<Integer> dims = open == 0 ? List.of(elements.size()) : dims(text.substring(0, open));
    TensorData tensor = TensorData.zeros(type.element(), dims);
    if (tensor.size() != elements.size()) {
      throw new IllegalArgumentException(
          "%d elements for a tensor of %d".formatted(elements.size(), tensor.size()));
    }
    for (int i = 0; i < elements.size(); i++) {
      tensor.setBits(i, element(type.element(), elements.get(i)));
    }
    return tensor;
  }

  private static TensorData filled(TensorData tensor, String rule) {
    var random = new Random(SEED);
    boolean isFloat = tensor.dtype().isFloat();
    for (int i = 0; i < tensor.size(); i++) {
      tensor.set(
          i,
          switch (rule) {
            case "zeros" -> 0;
            case "iota" -> i;
            case "random" -> isFloat ? random.nextDouble() * 2 - 1 : random.nextInt(-8, 8);
            default -> throw new IllegalArgumentException("there is no rule " + rule);
          });
    }
    return tensor;
  }

  private static List<Integer> dims(String text) {
    return Arrays.stream(text.strip().split("x")).map(Integer::valueOf).toList();
  }

  private static long element(DType dtype, String text) {
    return switch (dtype.kind()) {
      case FLOAT -> Bits.ofDouble(dtype, number(text));
      case TRUTH -> Bits.of(Literal.of(text.equals("true") || text.equals("1")));
      case SIGNED, UNSIGNED -> Bits.wrap(dtype, Long.decode(text));
    };
  }

  private static double number(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String print(DType dtype, long bits) {
    if (dtype == DType.BOOL) {
      return bits != 0 ? "true" : "false";
    }
    if (!dtype.isFloat()) {
      return Long.toString(bits);
    }
    double value = Bits.toDouble(dtype, bits);
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    String text = dtype == DType.F64 ? Double.toString(value) : Float.toString((float) value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
