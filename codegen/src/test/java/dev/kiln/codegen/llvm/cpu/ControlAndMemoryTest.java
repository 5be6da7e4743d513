package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.llvm.cpu.Library.Tensor;
import dev.kiln.ir.text.Parser;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is not arithmetic: control, cells, arguments, memory under masks, traps. */
class ControlAndMemoryTest {

  /** Runs one kernel at every level that this machine has, each time on fresh memory. */
  private interface Run {
    void at(Library library, int level, Arena arena);
  }

  private static void run(String text, Run run) throws Exception {
    Library library = Library.of(List.of(Parser.parse("test.ir", text)));
    for (int level : library.runnable()) {
      try (Arena arena = Arena.ofConfined()) {
        run.at(library, level, arena);
      }
    }
  }

  private static MemorySegment ints(Arena arena, int... values) {
    return arena.allocateFrom(ValueLayout.JAVA_INT, values);
  }

  private static MemorySegment floats(Arena arena, float... values) {
    return arena.allocateFrom(ValueLayout.JAVA_FLOAT, values);
  }

  @Test
  void arguments_of_all_kinds_and_blocks_of_three_axes_arrive() throws Exception {
    String text =
        """
        kernel "all" (%0: tensor<?x?x?xi64>, %1: i32, %2: i64, %3: f32, %4: f64, %5: bool) {
          %6 = dim %0 axis 0 : i32
          %7 = dim %0 axis 1 : i32
          %8 = dim %0 axis 2 : i32
          grid (%9.x: i32, %10.y: i32, %11.z: i32) in (%8, %7, %6) {
            %12 = tensor-memory %0 : memory<global, i64>
            %13 = mul %11.z, %7 : i32
            %14 = add %13, %10.y : i32
            %15 = mul %14, %8 : i32
            %16 = add %15, %9.x : i32
            %17 = cast %16 : i64
            %18 = cast %1 : i64
            %19 = cast %3 : i64
            %20 = cast %4 : i64
            %21 = cast %5 : i64
            %22 = add %18, %2 : i64
            %23 = add %22, %19 : i64
            %24 = add %23, %20 : i64
            %25 = add %24, %21 : i64
            %26 = constant 1000 : i64
            %27 = mul %17, %26 : i64
            %28 = add %27, %25 : i64
            store %12[%17] = %28
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG, 24);
          long[] grid = {4, 3, 2};
          Object[] arguments = {new Tensor(out, 2, 3, 4), -5, 1L << 40, 2.5f, 3.9, true};
          assertEquals(0, library.run(0, level, grid, 0, 10, arguments));
          assertEquals(0, library.run(0, level, grid, 10, 24, arguments));
          for (int i = 0; i < 24; i++) {
            assertEquals(
                i * 1000L - 5 + (1L << 40) + 2 + 3 + 1, out.getAtIndex(ValueLayout.JAVA_LONG, i));
          }
        });
  }

  @Test
  void loops_break_continue_and_update_cells() throws Exception {
    String text =
        """
        kernel "loops" (%0: tensor<?xi32>, %1.n: i32) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0 : memory<global, i32>
            %5 = constant 0 : i32
            %6.sum = declare-cell %5 : cell<i32>
            %7.rounds = declare-cell %5 : cell<i32>
            for %8.i: i32 = %5 to %1.n step 3 {
              %9 = constant 6 : i32
              %10 = eq %8.i, %9 : bool
              if %10 {
                continue
              }
              %11 = constant 20 : i32
              %12 = gt %8.i, %11 : bool
              if %12 {
                break
              }
              %13 = read-cell %6.sum : i32
              %14 = add %13, %8.i : i32
              write-cell %6.sum = %14
            }
            while {
              %15 = read-cell %7.rounds : i32
              %16 = lt %15, %1.n : bool
            } test %16 do {
              %17 = constant 1 : i32
              %18 = and %15, %17 : i32
              %19 = eq %18, %17 : bool
              if %19 {
                continue
              } else {
                %20 = read-cell %6.sum : i32
                %21 = constant 1000 : i32
                %22 = add %20, %21 : i32
                write-cell %6.sum = %22
              }
            } update {
              %23 = read-cell %7.rounds : i32
              %24 = add %23, %2 : i32
              write-cell %7.rounds = %24
            }
            for %25.u: i32 = %5 to %2 unrolled {
              %26 = read-cell %6.sum : i32
              %27 = constant 100000 : i32
              %28 = add %26, %27 : i32
              write-cell %6.sum = %28
            }
            %29 = read-cell %6.sum : i32
            %30 = constant 0 : i64
            store %4[%30] = %29
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment out = ints(arena, -1);
          assertEquals(0, library.run(0, level, new long[] {1}, new Tensor(out, 1), 100));
          // 0 + 3 + 9 + 12 + 15 + 18, 50 even rounds, one unrolled round
          assertEquals(57 + 50_000 + 100_000, out.get(ValueLayout.JAVA_INT, 0));
          assertEquals(0, library.run(0, level, new long[] {1}, new Tensor(out, 1), 0));
          assertEquals(100_000, out.get(ValueLayout.JAVA_INT, 0));
        });
  }

  @Test
  void lanes_that_are_masked_off_read_zero_and_touch_nothing() throws Exception {
    String text =
        """
        kernel "masks" (%0.in: tensor<?xf32>, %1.out: tensor<?xf32>) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0.in : memory<global, f32>
            %5 = tensor-memory %1.out : memory<global, f32>
            %6 = dim %0.in axis 0 : i32
            %7 = lanes : i32x8
            %8 = splat %6 : i32x8
            %9 = lt %7, %8 : boolx8
            %10 = constant 0 : i64
            %11 = load %4[%10] mask %9 : f32x8
            %12 = constant 1.0 : f32x8
            %13 = add %11, %12 : f32x8
            store %5[%10] = %13
            %14 = constant 8 : i64
            store %5[%14] = %13 mask %9
            %15 = cast %7 : i64x8
            %16 = constant 1 : i64x8
            %17 = xor %15, %16 : i64x8
            %18 = load %4[%17] mask %9 : f32x8
            %19 = constant 16 : i64x8
            %20 = add %17, %19 : i64x8
            store %5[%20] = %18 mask %9
            %21 = constant 24 : i64
            %22 = constant 5 : i32
            %23 = lt %22, %6 : bool
            %24 = constant 1000000000000 : i64
            %25 = load %4[%24] mask %23 : f32
            store %5[%21] = %25
            store %5[%24] = %25 mask %23
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment in = floats(arena, 1, 2, 3, 4, 5);
          MemorySegment out = floats(arena, new float[25]);
          out.fill((byte) 0xFF);
          var arguments = new Object[] {new Tensor(in, 4), new Tensor(out, 25)};
          assertEquals(0, library.run(0, level, new long[] {1}, arguments));
          float n = Float.NaN;
          float[] expected = {
            2, 3, 4, 5, 1, 1, 1, 1, 2, 3, 4, 5, n, n, n, n, 1, 2, 3, 4, n, n, n, n, 0
          };
          assertArrayEquals(expected, out.toArray(ValueLayout.JAVA_FLOAT));
        });
  }

  @Test
  void truth_values_are_bytes_in_memory() throws Exception {
    String text =
        """
        kernel "truth" (%0.in: tensor<?xbool>, %1.out: tensor<?xbool>) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0.in : memory<global, bool>
            %5 = tensor-memory %1.out : memory<global, bool>
            %6 = constant 0 : i64
            %7 = load %4[%6] : boolx8
            %8 = not %7 : boolx8
            store %5[%6] = %8
            %9 = constant 8 : i64
            %10 = load %4[%9] : bool
            store %5[%9] = %10
            %11 = reduce-lanes max %7 : bool
            %12 = constant 9 : i64
            store %5[%12] = %11
            %13 = reduce-lanes min %7 : bool
            %14 = constant 10 : i64
            store %5[%14] = %13
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment in =
              arena.allocateFrom(ValueLayout.JAVA_BYTE, new byte[] {0, 1, 1, 0, 0, 0, 1, 0, 1});
          MemorySegment out = arena.allocate(11);
          var arguments = new Object[] {new Tensor(in, 9), new Tensor(out, 11)};
          assertEquals(0, library.run(0, level, new long[] {1}, arguments));
          byte[] expected = {1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0};
          assertArrayEquals(expected, out.toArray(ValueLayout.JAVA_BYTE));
        });
  }

  @Test
  void lanes_are_reduced_pairwise_and_shuffled() throws Exception {
    String text =
        """
        kernel "lanes" (%0.in: tensor<?xf32>, %1.out: tensor<?xf32>) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0.in : memory<global, f32>
            %5 = tensor-memory %1.out : memory<global, f32>
            %6 = constant 0 : i64
            %7 = load %4[%6] : f32x8
            %8 = reduce-lanes sum %7 : f32
            store %5[%6] = %8
            %9 = reduce-lanes max %7 : f32
            %10 = constant 1 : i64
            store %5[%10] = %9
            %11 = reduce-lanes min %7 : f32
            %12 = constant 2 : i64
            store %5[%12] = %11
            %13 = reduce-lanes abs-max %7 : f32
            %14 = constant 3 : i64
            store %5[%14] = %13
            %15 = shuffle %7, %7 lanes 7, 6, 5, 4 : f32x4
            %16 = constant 4 : i64
            store %5[%16] = %15
            %17 = lane %7 lane 2 : f32
            %18 = constant 8 : i64
            store %5[%18] = %17
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment in = floats(arena, 1e8f, 1, -3, 4, 5, 6, -7e8f, 8);
          MemorySegment out = floats(arena, new float[9]);
          var arguments = new Object[] {new Tensor(in, 8), new Tensor(out, 9)};
          assertEquals(0, library.run(0, level, new long[] {1}, arguments));
          float sum = ((1e8f + 5) + (-3 + -7e8f)) + ((1 + 6) + (4 + 8));
          float[] expected = {sum, 1e8f, -7e8f, 7e8f, 8, -7e8f, 6, 5, -3};
          assertArrayEquals(expected, out.toArray(ValueLayout.JAVA_FLOAT));
        });
  }

  @Test
  void atomic_updates_add_lane_after_lane() throws Exception {
    String text =
        """
        kernel "atomics" (%0: tensor<?xi32>, %1: tensor<?xf64>) {
          %2 = constant 3 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0 : memory<global, i32>
            %5 = tensor-memory %1 : memory<global, f64>
            %6 = lanes : i64x4
            %7 = constant 1 : i64x4
            %8 = and %6, %7 : i64x4
            %9 = constant 5 : i32x4
            %10 = constant 2 : i64x4
            %11 = lt %6, %10 : boolx4
            atomic-update %4[%8] += %9
            atomic-update %4[%8] += %9 mask %11
            %12 = constant 0 : i64
            %13 = constant 0.5 : f64x4
            atomic-update %5[%12] += %13
            %14 = constant 3 : i64
            %15 = constant 2.0 : f64
            atomic-update %5[%14] += %15
          }
        }
        """;
    run(
        text,
        (library, level, arena) -> {
          MemorySegment counts = ints(arena, 0, 0);
          MemorySegment sums = arena.allocate(ValueLayout.JAVA_DOUBLE, 4);
          var arguments = new Object[] {new Tensor(counts, 2), new Tensor(sums, 4)};
          assertEquals(0, library.run(0, level, new long[] {3}, arguments));
          assertArrayEquals(new int[] {45, 45}, counts.toArray(ValueLayout.JAVA_INT));
          assertArrayEquals(
              new double[] {1.5, 1.5, 1.5, 7.5}, sums.toArray(ValueLayout.JAVA_DOUBLE));
        });
  }

  @Test
  void a_trap_ends_the_launch_with_its_number() throws Exception {
    String text =
        """
        kernel "traps" (%0: tensor<?xi32>, %1: i32) {
          %2 = constant 10 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0 : memory<global, i32>
            %5 = cast %3 : i64
            store %4[%5] = %3
            %6 = eq %3, %1 : bool
            trap division-by-zero if %6 @1:1
            %7 = lanes : i32x4
            %8 = splat %1 : i32x4
            %9 = constant 100 : i32x4
            %10 = add %7, %9 : i32x4
            %11 = eq %10, %8 : boolx4
            trap division-by-zero if %11 @2:1
          }
        }
        """;
    var sites = TrapSites.of(Library.units(List.of(Parser.parse("test.ir", text)))).sites();
    assertEquals(List.of(1, 2), sites.stream().map(site -> site.loc().line()).toList());
    run(
        text,
        (library, level, arena) -> {
          MemorySegment out = ints(arena, new int[10]);
          Tensor tensor = new Tensor(out, 10);
          assertEquals(1, library.run(0, level, new long[] {10}, tensor, 4));
          int[] expected = {0, 1, 2, 3, 4, 0, 0, 0, 0, 0};
          assertArrayEquals(expected, out.toArray(ValueLayout.JAVA_INT));
          assertEquals(2, library.run(0, level, new long[] {10}, tensor, 103));
          assertEquals(0, library.run(0, level, new long[] {10}, tensor, 99));
        });
  }

  @Test
  void the_arena_is_the_scratch_memory() throws Exception {
    String text =
        """
        kernel "arena" (%0: tensor<?xi32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) {
            %3 = tensor-memory %0 : memory<global, i32>
            %4 = arena-memory 16 at 64 : memory<shared, i32>
            %5 = constant 0 : i64
            %6 = lanes : i32x16
            store %4[%5] = %6
            %7 = constant 5 : i64
            %8 = load %4[%7] : i32x4
            store %3[%5] = %8
          }
        }
        """;
    assertEquals(
        128, Library.units(List.of(Parser.parse("test.ir", text))).getFirst().scratchBytes());
    run(
        text,
        (library, level, arena) -> {
          MemorySegment out = ints(arena, 0, 0, 0, 0);
          assertEquals(0, library.run(0, level, new long[] {1}, new Tensor(out, 4)));
          assertArrayEquals(new int[] {5, 6, 7, 8}, out.toArray(ValueLayout.JAVA_INT));
        });
  }
}
