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
import dev.kiln.ir.Param;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Kernels that are nothing but shape: operations of every record with components of the right
 * classes and random contents. They mean nothing, and must round-trip all the same.
 */
final class RandomText {
  private static final String[] HINTS = {"", "", "a", "acc", "größe", "has space", "1st", "a-b"};

  private final Random random;
  private final List<Value> defined = new ArrayList<>();
  private int next;

  RandomText(long seed) {
    this.random = new Random(seed);
  }

  Kernel kernel() {
    var params = new ArrayList<Param>();
    for (int i = 0; i < 4; i++) {
      Value value = define(type());
      List<String> dims = random.nextBoolean() ? List.of() : List.of("m", pick(HINTS));
      params.add(new Param(random.nextBoolean() ? value.hint() : "p" + i, value, dims, loc()));
    }
    return new Kernel("a.B$C.k", params, body(3), loc());
  }

  /** A kernel with {@code count} operations of one record. */
  Kernel kernelOf(Class<? extends Op> type, int count) {
    List<Param> params =
        IntStream.range(0, 4)
            .mapToObj(i -> new Param("p" + i, define(type()), List.of(), loc()))
            .toList();
    var ops = new ArrayList<Op>();
    for (int i = 0; i < count; i++) {
      ops.add(op(OpShape.of(type), 1));
    }
    return new Kernel("k", params, new Body(ops), loc());
  }

  private Body body(int depth) {
    var ops = new ArrayList<Op>();
    List<Class<? extends Op>> all = OpShape.all();
    for (int i = random.nextInt(depth == 0 ? 2 : 8); i > 0; i--) {
      ops.add(op(OpShape.of(all.get(random.nextInt(all.size()))), depth));
    }
    return new Body(ops);
  }

  private Op op(OpShape shape, int depth) {
    @Nullable Object[] parts = new Object[shape.components().size()];
    // Operands first, but those that a body defines are free to come from there.
    for (Component component : shape.components()) {
      parts[component.position()] =
          switch (component.role()) {
            case OPERAND ->
                component.name().equals("mask") && random.nextBoolean()
                    ? null
                    : many(component, () -> defined.get(random.nextInt(defined.size())));
            case ARGUMENT -> many(component, () -> define(type()));
            case ATTRIBUTE -> many(component, () -> attribute(component));
            case BODY -> depth == 0 ? Body.EMPTY : body(depth - 1);
            case LOC -> loc();
            case RESULT -> null;
          };
    }
    for (Component component : shape.components()) {
      if (component.role() == Role.RESULT) {
        parts[component.position()] = define(type());
      }
    }
    return shape.build(parts);
  }

  private Object many(Component component, Supplier<Object> one) {
    return component.isList()
        ? IntStream.range(0, random.nextInt(4)).mapToObj(_ -> one.get()).toList()
        : one.get();
  }

  private Object attribute(Component component) {
    Class<?> type = component.type();
    if (type == int.class || type == Integer.class) {
      return 1 + random.nextInt(100);
    }
    if (type == long.class) {
      return (random.nextLong() >>> (1 + random.nextInt(62))) | 1;
    }
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    if (type == Literal.class) {
      return literal();
    }
    if (type == String.class) {
      return pick("", "row of", "100 %\t\"\\\n", "größer");
    }
    return pick(type.getEnumConstants());
  }

  private Literal literal() {
    DType dtype = pick(DType.values());
    return switch (random.nextInt(4)) {
      case 0 -> new Literal(dtype, random.nextLong());
      case 1 ->
          Literal.of(
              pick(DType.F16, DType.BF16, DType.F32, DType.F64),
              pick(
                  -0.0,
                  Double.NaN,
                  Double.NEGATIVE_INFINITY,
                  Double.POSITIVE_INFINITY,
                  0.1,
                  1e-45));
      case 2 -> Literal.of(dtype, random.nextInt());
      default -> Literal.of(dtype, random.nextGaussian());
    };
  }

  private Value define(Type type) {
    var value = new Value(next++, type, pick(HINTS));
    defined.add(value);
    return value;
  }

  private Type type() {
    DType dtype = pick(DType.values());
    Scope scope = pick(Scope.values());
    return switch (random.nextInt(7)) {
      case 0 -> new Type.ScalarType(dtype);
      case 1 -> new Type.VectorType(dtype, 2 + random.nextInt(30));
      case 2 -> new Type.TensorType(dtype, random.nextInt(6));
      case 3 -> new Type.RegionType(dtype, random.nextInt(6), scope);
      case 4 -> new Type.CellType(Type.Arithmetic.of(dtype, 1 + random.nextInt(8)));
      case 5 -> new Type.MemoryType(dtype, scope);
      default ->
          new Type.TileType(
              dtype,
              new Shape(extents()),
              pick(Scope.SHARED, Scope.FRAGMENT, Scope.LOCAL),
              random.nextBoolean() ? dtype : pick(DType.values()),
              layout());
    };
  }

  private Layout layout() {
    return switch (random.nextInt(3)) {
      case 0 -> Layout.unplaced();
      case 1 -> new Layout.Strided(extents().stream().map(Integer::longValue).toList());
      default -> new Layout.Panels(random.nextInt(2), 16, 1 + random.nextInt(99));
    };
  }

  private List<Integer> extents() {
    return random.ints(random.nextInt(4), 1, 300).boxed().toList();
  }

  private Loc loc() {
    int start = random.nextInt(3) * 100;
    Loc loc =
        new Loc(
            pick("Gemm.java", "Gemm.java", "Other\"s.java"),
            1 + random.nextInt(99),
            1 + random.nextInt(99),
            start,
            start == 0 ? 0 : start + 7,
            null);
    return random.nextInt(4) == 0 ? loc.calledFrom(loc()) : loc;
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
