package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.cpu.Library.Tensor;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** The conversions of two-byte floats that are left to LLVM, over all their values. */
class HalfTest {
  private static final int VALUES = 1 << 16;

  private static Kernel cast(DType from, DType to, int lanes) {
    return Elementwise.of(List.of(from), to, lanes, (out, in) -> out.cast(to, in.getFirst()));
  }

  private static void check(DType from, DType to, int lowest, IntUnaryOperator oracle)
      throws Exception {
    for (int lanes : List.of(1, 8)) {
      List<Unit> units =
          Library.units(List.of(cast(from, to, lanes))).stream()
              .filter(unit -> unit.target().tag().compareTo("v" + lowest) >= 0)
              .toList();
      Library library = Library.ofUnits(units);
      for (int level : library.runnable()) {
        if (level >= lowest) {
          check(library, level, from, to, oracle);
        }
      }
    }
  }

  private static void check(
      Library library, int level, DType from, DType to, IntUnaryOperator oracle) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment in = arena.allocate(4L * VALUES, 64);
      MemorySegment out = arena.allocate(4L * VALUES, 64);
      for (int i = 0; i < VALUES; i++) {
        put(in, i, from, operand(from, i));
      }
      Object[] arguments = {new Tensor(in, VALUES), new Tensor(out, VALUES)};
      assertEquals(0, library.run(0, level, new long[] {1}, arguments));
      for (int i = 0; i < VALUES; i++) {
        int operand = operand(from, i);
        int expected = oracle.applyAsInt(operand);
        int at = i;
        assertEquals(
            expected,
            canonical(to, get(out, i, to)),
            () -> "%s to %s of %08x at v%d, %d".formatted(from, to, operand, level, at));
      }
    }
  }

  /** Every value of two bytes; of F32 those around the middles between two halves. */
  private static int operand(DType dtype, int index) {
    if (dtype != DType.F32) {
      return index;
    }
    float half = Float.float16ToFloat((short) index);
    float next = Float.float16ToFloat((short) (index + 1));
    float middle = half / 2 + next / 2;
    return Float.floatToIntBits(
        switch (index % 3) {
          case 0 -> middle;
          case 1 -> Math.nextUp(middle);
          default -> Math.nextDown(middle);
        });
  }

  private static void put(MemorySegment memory, int index, DType dtype, int bits) {
    if (dtype == DType.F32) {
      memory.setAtIndex(ValueLayout.JAVA_INT, index, bits);
    } else {
      memory.setAtIndex(ValueLayout.JAVA_SHORT, index, (short) bits);
    }
  }

  private static int get(MemorySegment memory, int index, DType dtype) {
    return dtype == DType.F32
        ? memory.getAtIndex(ValueLayout.JAVA_INT, index)
        : memory.getAtIndex(ValueLayout.JAVA_SHORT, index) & 0xFFFF;
  }

  private static int canonical(DType dtype, int bits) {
    return dtype == DType.F32
        ? Float.floatToIntBits(Float.intBitsToFloat(bits))
        : f16(Float.float16ToFloat((short) bits));
  }

  private static int f16(float value) {
    return Float.floatToFloat16(value) & 0xFFFF;
  }

  @Test
  void f16_widens_exactly() throws Exception {
    check(DType.F16, DType.F32, 3, h -> Float.floatToIntBits(Float.float16ToFloat((short) h)));
  }

  @Test
  void f32_rounds_to_the_nearest_even_f16() throws Exception {
    check(DType.F32, DType.F16, 3, f -> f16(Float.intBitsToFloat(f)));
  }

  @Test
  void bf16_widens_exactly_at_every_level() throws Exception {
    check(DType.BF16, DType.F32, 2, b -> Float.floatToIntBits(Float.intBitsToFloat(b << 16)));
  }
}
