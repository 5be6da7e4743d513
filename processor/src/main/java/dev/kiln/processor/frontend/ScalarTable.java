package dev.kiln.processor.frontend;

import static dev.kiln.processor.frontend.ScalarTable.Signature.DOUBLE;
import static dev.kiln.processor.frontend.ScalarTable.Signature.FLOATING;
import static dev.kiln.processor.frontend.ScalarTable.Signature.INTEGRAL;
import static dev.kiln.processor.frontend.ScalarTable.Signature.NUMERIC;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.Loc;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import dev.kiln.processor.frontend.resolve.Language;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * The functions on scalars: those of the language, and those of the JDK that mean the same. Each is
 * one row: how many arguments, which types they are brought to, what is appended.
 */
final class ScalarTable {

  /** The class that a function belongs to. */
  enum Family {
    TILE(Language.PACKAGE + ".Tile"),
    MATH("java.lang.Math"),
    STRICT_MATH("java.lang.StrictMath"),
    INTEGER("java.lang.Integer"),
    LONG("java.lang.Long"),
    FLOAT("java.lang.Float"),
    DOUBLE("java.lang.Double");

    private final String type;

    Family(String type) {
      this.type = type;
    }

    /** The family whose functions {@code type} declares; null when it is none. */
    static @Nullable Family of(Element type) {
      for (Family family : values()) {
        if (Language.isNamed(type, family.type)) {
          return family;
        }
      }
      return null;
    }
  }

  /** Which types the arguments are brought to. */
  enum Signature {
    /** All to one of int, long, float and double. */
    NUMERIC,
    /** All to int or long. */
    INTEGRAL,
    /** All to float or double. */
    FLOATING,
    /** All to double. */
    DOUBLE,
    /** All to int. */
    INT,
    /** All to long. */
    LONG,
    /** All to float. */
    FLOAT,
    /** A condition, then two of one type. */
    SELECT,
    /** A float or double, then an int. */
    SCALED
  }

  /** What a call appends; its arguments have the types of the signature. */
  interface Emit {
    Term of(Arithmetic arithmetic, List<Scalar> arguments, Loc loc);
  }

  /** One function. */
  record Row(int arity, Signature signature, Emit emit) {}

  private static final Row MAX = binary(NUMERIC, BinaryOperator.MAX);
  private static final Row MIN = binary(NUMERIC, BinaryOperator.MIN);
  private static final Row ABS = unary(NUMERIC, UnaryOperator.ABS);

  private static final Map<Family, Map<String, Row>> TABLE = table();

  private ScalarTable() {}

  /** The functions of a family by name. */
  static Map<String, Row> rows(Family family) {
    return TABLE.getOrDefault(family, Map.of());
  }

  private static Map<Family, Map<String, Row>> table() {
    Map<Family, Map<String, Row>> table = new EnumMap<>(Family.class);
    table.put(Family.TILE, tile());
    table.put(Family.MATH, math());
    table.put(Family.STRICT_MATH, math());
    table.put(Family.INTEGER, integer());
    table.put(Family.LONG, Map.of("max", MAX, "min", MIN));
    table.put(Family.FLOAT, floats());
    table.put(Family.DOUBLE, doubles());
    return Collections.unmodifiableMap(table);
  }

  private static Map<String, Row> tile() {
    Map<String, Row> rows = new HashMap<>();
    for (MathFunction function : MathFunction.values()) {
      rows.put(
          function.text(),
          new Row(
              function.arity(),
              function == MathFunction.LDEXP ? Signature.SCALED : FLOATING,
              (arithmetic, arguments, loc) -> arithmetic.math(function, arguments, loc)));
    }
    rows.put("max", MAX);
    rows.put("min", MIN);
    rows.put("abs", ABS);
    rows.put("sqrt", unary(FLOATING, UnaryOperator.SQRT));
    rows.put("floor", unary(FLOATING, UnaryOperator.FLOOR));
    rows.put("ceil", unary(FLOATING, UnaryOperator.CEIL));
    rows.put("trunc", unary(FLOATING, UnaryOperator.TRUNC));
    rows.put("nearbyint", unary(FLOATING, UnaryOperator.RINT));
    rows.put("fmod", binary(FLOATING, BinaryOperator.REM));
    rows.put("clamp", new Row(3, NUMERIC, ScalarTable::clamp));
    rows.put("fma", new Row(3, FLOATING, ScalarTable::fma));
    rows.put("select", new Row(3, Signature.SELECT, ScalarTable::select));
    rows.put("ceilDiv", new Row(2, INTEGRAL, Divisions::ceil));
    rows.put("isnan", new Row(1, FLOATING, ScalarTable::isNan));
    rows.put("isinf", new Row(1, FLOATING, ScalarTable::isInfinite));
    rows.put("isfinite", new Row(1, FLOATING, ScalarTable::isFinite));
    return Map.copyOf(rows);
  }

  private static Map<String, Row> math() {
    Map<String, Row> rows = new HashMap<>();
    for (MathFunction function :
        List.of(
            MathFunction.EXP,
            MathFunction.EXPM1,
            MathFunction.LOG,
            MathFunction.LOG10,
            MathFunction.LOG1P,
            MathFunction.SIN,
            MathFunction.COS,
            MathFunction.TAN,
            MathFunction.SINH,
            MathFunction.COSH,
            MathFunction.TANH,
            MathFunction.ASIN,
            MathFunction.ACOS,
            MathFunction.ATAN,
            MathFunction.ATAN2,
            MathFunction.CBRT,
            MathFunction.POW,
            MathFunction.HYPOT)) {
      rows.put(
          function.text(),
          new Row(
              function.arity(),
              DOUBLE,
              (arithmetic, arguments, loc) -> arithmetic.math(function, arguments, loc)));
    }
    rows.put("max", MAX);
    rows.put("min", MIN);
    rows.put("abs", ABS);
    rows.put("sqrt", unary(DOUBLE, UnaryOperator.SQRT));
    rows.put("floor", unary(DOUBLE, UnaryOperator.FLOOR));
    rows.put("ceil", unary(DOUBLE, UnaryOperator.CEIL));
    rows.put("rint", unary(DOUBLE, UnaryOperator.RINT));
    rows.put("fma", new Row(3, FLOATING, ScalarTable::fma));
    rows.put(
        "copySign",
        new Row(
            2,
            FLOATING,
            (arithmetic, arguments, loc) ->
                arithmetic.math(MathFunction.COPYSIGN, arguments, loc)));
    rows.put("ceilDiv", new Row(2, INTEGRAL, Divisions::ceil));
    rows.put("floorDiv", new Row(2, INTEGRAL, Divisions::floor));
    rows.put("floorMod", new Row(2, INTEGRAL, Divisions::floorModulus));
    return Map.copyOf(rows);
  }

  private static Map<String, Row> integer() {
    return Map.of(
        "max",
        MAX,
        "min",
        MIN,
        "bitCount",
        unary(Signature.INT, UnaryOperator.POPCOUNT),
        "numberOfLeadingZeros",
        unary(Signature.INT, UnaryOperator.CLZ));
  }

  private static Map<String, Row> floats() {
    return Map.of(
        "max", binary(Signature.FLOAT, BinaryOperator.MAX),
        "min", binary(Signature.FLOAT, BinaryOperator.MIN),
        "isNaN", new Row(1, Signature.FLOAT, ScalarTable::isNan),
        "isInfinite", new Row(1, Signature.FLOAT, ScalarTable::isInfinite),
        "isFinite", new Row(1, Signature.FLOAT, ScalarTable::isFinite),
        "floatToRawIntBits", bits(Signature.FLOAT, Primitive.INT),
        "intBitsToFloat", bits(Signature.INT, Primitive.FLOAT));
  }

  private static Map<String, Row> doubles() {
    return Map.of(
        "max", binary(DOUBLE, BinaryOperator.MAX),
        "min", binary(DOUBLE, BinaryOperator.MIN),
        "isNaN", new Row(1, DOUBLE, ScalarTable::isNan),
        "isInfinite", new Row(1, DOUBLE, ScalarTable::isInfinite),
        "isFinite", new Row(1, DOUBLE, ScalarTable::isFinite),
        "doubleToRawLongBits", bits(DOUBLE, Primitive.LONG),
        "longBitsToDouble", bits(Signature.LONG, Primitive.DOUBLE));
  }

  private static Row unary(Signature signature, UnaryOperator operator) {
    return new Row(
        1,
        signature,
        (arithmetic, arguments, loc) -> arithmetic.unary(operator, arguments.getFirst(), loc));
  }

  private static Row binary(Signature signature, BinaryOperator operator) {
    return new Row(
        2,
        signature,
        (arithmetic, arguments, loc) ->
            arithmetic.binary(operator, arguments.get(0), arguments.get(1), loc));
  }

  private static Row bits(Signature signature, Primitive to) {
    return new Row(
        1,
        signature,
        (arithmetic, arguments, loc) -> arithmetic.bitcast(to, arguments.getFirst(), loc));
  }

  private static Term clamp(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    Term raised = arithmetic.binary(BinaryOperator.MAX, arguments.get(0), arguments.get(1), loc);
    return raised instanceof Scalar scalar
        ? arithmetic.binary(BinaryOperator.MIN, scalar, arguments.get(2), loc)
        : raised;
  }

  private static Term fma(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return arithmetic.fma(arguments.get(0), arguments.get(1), arguments.get(2), loc);
  }

  private static Term select(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return arithmetic.select(arguments.get(0), arguments.get(1), arguments.get(2), loc);
  }

  private static Term isNan(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    Scalar number = arguments.getFirst();
    return arithmetic.compare(CompareOperator.NE, number, number, loc);
  }

  private static Term isInfinite(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return againstInfinity(CompareOperator.EQ, arithmetic, arguments.getFirst(), loc);
  }

  private static Term isFinite(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return againstInfinity(CompareOperator.LT, arithmetic, arguments.getFirst(), loc);
  }

  private static Term againstInfinity(
      CompareOperator operator, Arithmetic arithmetic, Scalar number, Loc loc) {
    Scalar magnitude = arithmetic.unary(UnaryOperator.ABS, number, loc);
    Constant infinity =
        Folding.convert(new Constant(Primitive.DOUBLE, Double.POSITIVE_INFINITY), number.type());
    return arithmetic.compare(operator, magnitude, infinity, loc);
  }
}
