package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.codegen.llvm.cpu.Library.Tensor;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.UnaryOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operator on every computed type, scalar and vector, at every level, against Java. */
class ArithmeticTest {
  private static final List<Integer> LANES = List.of(1, 8);
  private static final double[] FLOATS = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.7,
    -3.7,
    1e-40,
    -1e-40,
    1e30,
    -1e30,
    16777217,
    2147483648.0,
    -2147483649.0,
    9.3e18,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    127.5
  };
  private static final long[] INTEGERS = {
    0,
    1,
    -1,
    2,
    7,
    -7,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    -128,
    255,
    256,
    0x7FFFFFFF,
    0x80000000L,
    Integer.MIN_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    0x123456789ABCDEFL,
    -0x55555555L,
    1000003
  };

  /** One kernel and what it must give for two operands, both as bits. */
  private record Case(String name, DType operand, DType result, Kernel kernel, Oracle oracle) {}

  private interface Oracle {
    long apply(long left, long right);
  }

  private final List<Case> cases = new ArrayList<>();

  @Test
  void every_operator_agrees_with_Java_on_every_type_and_level() throws Exception {
    for (int lanes : LANES) {
      for (DType dtype : List.of(DType.I32, DType.I64, DType.F32, DType.F64)) {
        addBinary(dtype, lanes);
        addUnary(dtype, lanes);
        addCompare(dtype, lanes);
        addCast(dtype, lanes);
      }
    }
    Library library = Library.of(cases.stream().map(Case::kernel).toList());
    for (int level : library.runnable()) {
      for (int i = 0; i < cases.size(); i++) {
        check(library, level, i);
      }
    }
  }

  private void check(Library library, int level, int index) {
    Case c = cases.get(index);
    int values = c.operand.isFloat() ? FLOATS.length : INTEGERS.length;
    int count = (values * values + 15) / 16 * 16;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment left = arena.allocate((long) count * c.operand.bytes(), 64);
      MemorySegment right = arena.allocate((long) count * c.operand.bytes(), 64);
      MemorySegment result = arena.allocate((long) count * c.result.bytes(), 64);
      for (int i = 0; i < count; i++) {
        put(left, i, c.operand, operand(c.operand, i % values));
        put(right, i, c.operand, operand(c.operand, i / values % values));
      }
      Object[] arguments = {
        new Tensor(left, count), new Tensor(right, count), new Tensor(result, count)
      };
      assertEquals(0, library.run(index, level, new long[] {1}, arguments));
      for (int i = 0; i < count; i++) {
        long x = get(left, i, c.operand);
        long y = get(right, i, c.operand);
        int at = i;
        assertEquals(
            canonical(c.result, c.oracle.apply(x, y)),
            canonical(c.result, get(result, i, c.result)),
            () ->
                "%s at v%d of %s, %s (%d)"
                    .formatted(c.name, level, show(c.operand, x), show(c.operand, y), at));
      }
    }
  }

  private static String show(DType dtype, long bits) {
    return switch (dtype) {
      case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      default -> Long.toString(bits);
    };
  }

  private static long operand(DType dtype, int index) {
    return switch (dtype) {
      case F32 -> Float.floatToRawIntBits((float) FLOATS[index]);
      case F64 -> Double.doubleToRawLongBits(FLOATS[index]);
      case I32 -> (int) INTEGERS[index];
      default -> INTEGERS[index];
    };
  }

  private static void put(MemorySegment memory, int index, DType dtype, long bits) {
    if (dtype.bytes() == 8) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, index, bits);
    } else {
      memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) bits);
    }
  }

  private static long get(MemorySegment memory, int index, DType dtype) {
    return switch (dtype.bytes()) {
      case 8 -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
      case 4 -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
      case 2 -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index);
      default -> memory.get(ValueLayout.JAVA_BYTE, index);
    };
  }

  /** All NaNs are one. */
  private static long canonical(DType dtype, long bits) {
    return switch (dtype) {
      case F32 -> Float.floatToIntBits(Float.intBitsToFloat((int) bits));
      case F64 -> Double.doubleToLongBits(Double.longBitsToDouble(bits));
      case U8 -> bits & 0xFF;
      default -> bits;
    };
  }

  private static double toDouble(DType dtype, long bits) {
    return dtype == DType.F32 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
  }

  /** A float operation's result: of F32, computed in double where that is exact enough, rounded. */
  private static long fromDouble(DType dtype, double value) {
    return dtype == DType.F32
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits(value);
  }

  private void add(
      String name,
      DType dtype,
      DType result,
      int lanes,
      Elementwise.Function function,
      Oracle oracle) {
    Kernel kernel = Elementwise.of(List.of(dtype, dtype), result, lanes, function);
    cases.add(new Case("%s %s x%d".formatted(name, dtype, lanes), dtype, result, kernel, oracle));
  }

  private void addBinary(DType dtype, int lanes) {
    var operators = EnumSet.allOf(BinaryOperator.class);
    if (dtype.isFloat()) {
      operators.removeAll(
          List.of(
              BinaryOperator.AND,
              BinaryOperator.OR,
              BinaryOperator.XOR,
              BinaryOperator.SHL,
              BinaryOperator.SHR,
              BinaryOperator.USHR,
              BinaryOperator.REM));
    }
    for (BinaryOperator operator : operators) {
      boolean divides =
          !dtype.isFloat() && (operator == BinaryOperator.DIV || operator == BinaryOperator.REM);
      add(
          operator.name(),
          dtype,
          dtype,
          lanes,
          (out, in) -> {
            // What a pass does before emission: no divisor that traps.
            var right =
                divides
                    ? out.binary(
                        BinaryOperator.OR,
                        out.binary(
                            BinaryOperator.AND,
                            in.get(1),
                            out.constant(in.get(1).arithmetic(), 0xFFFF)),
                        out.constant(in.get(1).arithmetic(), 1))
                    : in.get(1);
            return out.binary(operator, in.get(0), right);
          },
          (x, y) ->
              dtype.isFloat()
                  ? floatBinary(operator, dtype, x, y)
                  : integerBinary(operator, dtype, x, divides ? (y & 0xFFFF) | 1 : y));
    }
  }

  private static long floatBinary(BinaryOperator operator, DType dtype, long left, long right) {
    double x = toDouble(dtype, left);
    double y = toDouble(dtype, right);
    return fromDouble(
        dtype,
        switch (operator) {
          case ADD -> x + y;
          case SUB -> x - y;
          case MUL -> x * y;
          case DIV -> x / y;
          case MIN -> Math.min(x, y);
          case MAX -> Math.max(x, y);
          default -> throw new AssertionError();
        });
  }

  private static long integerBinary(BinaryOperator operator, DType dtype, long x, long y) {
    boolean wide = dtype == DType.I64;
    long result =
        switch (operator) {
          case ADD -> x + y;
          case SUB -> x - y;
          case MUL -> x * y;
          case DIV -> x / y;
          case REM -> x % y;
          case MIN -> Math.min(x, y);
          case MAX -> Math.max(x, y);
          case AND -> x & y;
          case OR -> x | y;
          case XOR -> x ^ y;
          case SHL -> wide ? x << y : (int) x << (int) y;
          case SHR -> wide ? x >> y : (int) x >> (int) y;
          case USHR -> wide ? x >>> y : (int) x >>> (int) y;
        };
    return wide ? result : (int) result;
  }

  private void addUnary(DType dtype, int lanes) {
    var operators = EnumSet.allOf(UnaryOperator.class);
    operators.removeAll(
        dtype.isFloat()
            ? List.of(UnaryOperator.NOT, UnaryOperator.POPCOUNT, UnaryOperator.CLZ)
            : List.of(
                UnaryOperator.SQRT,
                UnaryOperator.FLOOR,
                UnaryOperator.CEIL,
                UnaryOperator.TRUNC,
                UnaryOperator.RINT));
    for (UnaryOperator operator : operators) {
      add(
          operator.name(),
          dtype,
          dtype,
          lanes,
          (out, in) -> out.unary(operator, in.getFirst()),
          (x, y) ->
              dtype.isFloat() ? floatUnary(operator, dtype, x) : integerUnary(operator, dtype, x));
    }
  }

  private static long floatUnary(UnaryOperator operator, DType dtype, long bits) {
    double x = toDouble(dtype, bits);
    return fromDouble(
        dtype,
        switch (operator) {
          case NEG -> -x;
          case ABS -> Math.abs(x);
          case SQRT -> Math.sqrt(x);
          case FLOOR -> Math.floor(x);
          case CEIL -> Math.ceil(x);
          case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
          case RINT -> Math.rint(x);
          default -> throw new AssertionError();
        });
  }

  private static long integerUnary(UnaryOperator operator, DType dtype, long x) {
    boolean wide = dtype == DType.I64;
    return switch (operator) {
      case NEG -> wide ? -x : (int) -x;
      case NOT -> ~x;
      case ABS -> wide ? Math.abs(x) : Math.abs((int) x);
      case POPCOUNT -> wide ? Long.bitCount(x) : Integer.bitCount((int) x);
      case CLZ -> wide ? Long.numberOfLeadingZeros(x) : Integer.numberOfLeadingZeros((int) x);
      default -> throw new AssertionError();
    };
  }

  private void addCompare(DType dtype, int lanes) {
    for (CompareOperator operator : CompareOperator.values()) {
      if (operator == CompareOperator.BELOW && dtype.isFloat()) {
        continue;
      }
      add(
          operator.name(),
          dtype,
          DType.BOOL,
          lanes,
          (out, in) -> out.compare(operator, in.get(0), in.get(1)),
          (x, y) -> compare(operator, dtype, x, y) ? 1 : 0);
      add(
          "select " + operator,
          dtype,
          dtype,
          lanes,
          (out, in) ->
              out.select(out.compare(operator, in.get(0), in.get(1)), in.get(0), in.get(1)),
          (x, y) -> compare(operator, dtype, x, y) ? x : y);
    }
  }

  private static boolean compare(CompareOperator operator, DType dtype, long left, long right) {
    if (operator == CompareOperator.BELOW) {
      return Long.compareUnsigned(left, right) < 0;
    }
    if (dtype.isFloat()) {
      double x = toDouble(dtype, left);
      double y = toDouble(dtype, right);
      return switch (operator) {
        case EQ -> x == y;
        case NE -> x != y;
        case LT -> x < y;
        case LE -> x <= y;
        case GT -> x > y;
        case GE -> x >= y;
        case BELOW -> throw new AssertionError();
      };
    }
    return switch (operator) {
      case EQ -> left == right;
      case NE -> left != right;
      case LT -> left < right;
      case LE -> left <= right;
      case GT -> left > right;
      case GE -> left >= right;
      case BELOW -> throw new AssertionError();
    };
  }

  private void addCast(DType dtype, int lanes) {
    for (DType to :
        List.of(
            DType.I8,
            DType.I16,
            DType.I32,
            DType.I64,
            DType.U8,
            DType.F32,
            DType.F64,
            DType.BOOL)) {
      add(
          "cast to " + to,
          dtype,
          to,
          lanes,
          (out, in) -> out.cast(to, in.getFirst()),
          (x, y) -> cast(dtype, to, x));
    }
  }

  private static long cast(DType from, DType to, long bits) {
    if (from.isFloat()) {
      double x = toDouble(from, bits);
      return switch (to) {
        case F32, F64 -> fromDouble(to, x);
        case I64 -> (long) x;
        case I32 -> (int) x;
        case I16 -> Math.clamp((long) x, Short.MIN_VALUE, Short.MAX_VALUE);
        case I8 -> Math.clamp((long) x, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case U8 -> Math.clamp((long) x, 0, 255);
        case BOOL -> x != 0 ? 1 : 0;
        case F16, BF16, E4M3, E5M2 -> throw new AssertionError();
      };
    }
    return switch (to) {
      case F32 -> Float.floatToRawIntBits((float) bits);
      case F64 -> Double.doubleToRawLongBits((double) bits);
      case I64 -> bits;
      case I32 -> (int) bits;
      case I16 -> (short) bits;
      case I8 -> (byte) bits;
      case U8 -> bits & 0xFF;
      case BOOL -> bits != 0 ? 1 : 0;
      case F16, BF16, E4M3, E5M2 -> throw new AssertionError();
    };
  }
}
