package dev.kiln.processor.frontend;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.processor.frontend.resolve.Language;
import java.util.List;
import java.util.stream.Collectors;

/** What an expression of the kernel language is. */
sealed interface Term {

  /** A number or truth value with its Java type. */
  sealed interface Scalar extends Term {
    Primitive type();
  }

  /**
   * A scalar that is known at compile time.
   *
   * @param value a Boolean, Long, Float or Double by {@code type}; an Integer for int and narrower
   */
  record Constant(Primitive type, Object value) implements Scalar {
    static Constant of(int value) {
      return new Constant(Primitive.INT, value);
    }

    static Constant of(boolean value) {
      return new Constant(Primitive.BOOLEAN, value);
    }

    boolean isTrue() {
      return value.equals(true);
    }

    /** Whether it is a whole number that nothing can be divided by. */
    boolean isZero() {
      return type.isIntegral() && ((Number) value).longValue() == 0;
    }

    /** The number as an int, as a cast gives it. */
    int asInt() {
      return ((Number) value).intValue();
    }
  }

  /** A scalar that is computed at run time. */
  record Computed(Primitive type, Value value) implements Scalar {}

  /**
   * A tensor or tile, or its transposed view.
   *
   * @param base the whole tensor or tile
   * @param isTransposed whether its last two dimensions are meant in swapped order
   * @param name what the user calls it
   */
  record Buffer(Value base, boolean isTransposed, String name) implements Term {
    private static final String TRANSPOSED = ".t()";

    Type.Buffer type() {
      return base.buffer();
    }

    int rank() {
      return type().rank();
    }

    /** Whether it is an on-chip tile, which has constant extents. */
    boolean isTile() {
      return base.type() instanceof Type.TileType;
    }

    /** The extents of a tile in the order in which they are meant. */
    List<Integer> extents() {
      if (!(base.type() instanceof Type.TileType tile)) {
        throw new IllegalStateException(name + " has no constant extents");
      }
      return (isTransposed ? tile.shape().transposed() : tile.shape()).extents();
    }

    /** The axis of {@link #base} that is meant by {@code axis}. */
    int baseAxis(int axis) {
      boolean isSwapped = isTransposed && axis >= rank() - 2;
      return isSwapped ? 2 * rank() - 3 - axis : axis;
    }

    /** One entry per dimension, brought from the order that is meant to that of {@link #base}. */
    <T> List<T> inBaseOrder(List<T> perAxis) {
      if (!isTransposed) {
        return perAxis;
      }
      var swapped = new java.util.ArrayList<>(perAxis);
      java.util.Collections.swap(swapped, rank() - 1, rank() - 2);
      return swapped;
    }

    Buffer named(String newName) {
      return new Buffer(base, isTransposed, newName);
    }

    Buffer transposed() {
      String view =
          name.endsWith(TRANSPOSED)
              ? name.substring(0, name.length() - TRANSPOSED.length())
              : name + TRANSPOSED;
      return new Buffer(base, !isTransposed, view);
    }

    /** The element type and the extents, as in {@code f16[64, 32]}. */
    String describe() {
      return type().element().text()
          + (isTile() ? extentText(extents()) : "[" + ", ".repeat(rank() - 1) + "]");
    }
  }

  /**
   * A place in a tensor or tile from which a copy starts.
   *
   * @param origin one index per dimension of {@code buffer}, in the order that is meant
   */
  record Region(Buffer buffer, List<Scalar> origin, Loc loc) implements Term {}

  /** An element type, as the first argument of {@code shared}. */
  record Element(DType dtype) implements Term {}

  /** A term without a value. */
  enum Absent implements Term {
    /** What a call that returns nothing is. */
    NOTHING,
    /** A mistake that has been reported: say no more about it. */
    FAILED
  }

  Term NOTHING = Absent.NOTHING;
  Term FAILED = Absent.FAILED;

  default boolean isFailed() {
    return this == Absent.FAILED;
  }

  /** Its Java type, for messages. */
  static String describe(Term term) {
    return switch (term) {
      case Scalar scalar -> scalar.type().word();
      case Buffer buffer -> Language.typeOf(buffer.type().element());
      case Region region -> "Region";
      case Element element -> element.dtype().name();
      case Absent absent -> "void";
    };
  }

  /** Extents as messages show them, as in {@code [64, 32]}. */
  static String extentText(List<Integer> extents) {
    return extents.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
  }
}
