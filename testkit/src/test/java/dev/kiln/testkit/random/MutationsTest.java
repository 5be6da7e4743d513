package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.text.Parser;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A product through swizzled shared memory, lowered for GPUs, with one fault planted at a time: a
 * swizzle that is another at one place, a barrier, wait or fence that is missing. The interpreter
 * gives another result, or stops and names the place.
 */
class MutationsTest {
  /** The extents of a product. */
  private record Size(int m, int n, int depth) {}

  /** Rows that whole vectors and copies of boxes suit, whole tiles, and others. */
  private static final List<Size> SIZES =
      List.of(new Size(60, 56, 104), new Size(64, 64, 192), new Size(59, 53, 99));

  private static final Map<Size, TensorData> EXPECTED =
      SIZES.stream()
          .collect(Collectors.toMap(size -> size, size -> run(product("cuda:sm_80"), size)));

  private static final String PRODUCT =
      """
      kernel "product" (%0.a: tensor<?x?xf16> (m, k), %1.b: tensor<?x?xf16> (k, n), %2.c: tensor<?x?xf32> (m, n)) {
        %3 = constant 1 : i32
        %4 = constant 0 : i32
        grid (%5.x: i32) in (%3) {
          %6.as = alloc-tile : shared<ROWSx64xf16>
          %7.bs = alloc-tile : shared<64x64xf16>
          %8.acc = alloc-tile : fragment<ROWSx64xf32>
          %9 = constant 0.0 : f32
          fill %8.acc with %9
          %100 = dim %0.a axis 1 : i32
          %101 = constant 63 : i32
          %102 = add %100, %101 : i32
          %103 = constant 64 : i32
          %10 = div %102, %103 : i32
          pipelined %11.ko: i32 in %10 stages 2 {
            %12 = constant 64 : i32
            %13 = mul %11.ko, %12 : i32
            %14 = anchor %0.a[%4, %13] : region<global, ?x?xf16>
            copy %14 to %6.as
            %15 = anchor %1.b[%13, %4] : region<global, ?x?xf16>
            copy %15 to %7.bs
            gemm %6.as, %7.bs into %8.acc
          }
          %16 = anchor %2.c[%4, %4] : region<global, ?x?xf32>
          copy %8.acc to %16
        }
      }
      """;

  /** The rows of a block: those of two warpgroups, of which each waits for the other. */
  private static Kernel product(String target) {
    String rows = target.equals("cuda:sm_90a") ? "128" : "64";
    return Parser.parse("product.ir", PRODUCT.replace("ROWS", rows));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda:sm_80", "cuda:sm_90a"})
  void theLoweredProductIsRight(String target) {
    Kernel low = lower(target);
    for (Size size : suiting(target)) {
      assertFalse(differs(low, size), size::toString);
    }
  }

  /** The index of a load or a store without its swizzle. */
  @Test
  void writersAndReadersAgree() {
    assertAllFound("cuda:sm_80", MutationsTest::isSwizzle, swizzle -> List.of(plain(swizzle)));
  }

  /** A box that is copied in another order than the products read it. */
  @Test
  void boxesAndProductsAgree() {
    assertAllFound("cuda:sm_90a", op -> op instanceof LowOp.CopyBox, box -> List.of(flipped(box)));
  }

  /**
   * Everything that puts threads, copies and products in an order. An {@code EndPhases}, and the
   * {@code AwaitCopies} behind a loop, are needed only where the memory is used for something else
   * later, and a barrier only where the block's memory was used before.
   */
  @ParameterizedTest
  @ValueSource(strings = {"cuda:sm_80", "cuda:sm_90a"})
  void everyBarrierWaitAndFenceIsNeeded(String target) {
    assertAllFound(target, MutationsTest::isOrder, order -> List.of());
  }

  private static boolean isSwizzle(Op op) {
    return op instanceof LowOp.Binary binary && binary.operator() == BinaryOperator.XOR;
  }

  /** Of a swizzle, the index that it moves. */
  private static Op plain(Op op) {
    var swizzle = (LowOp.Binary) op;
    return new LowOp.Binary(
        swizzle.result(), BinaryOperator.OR, swizzle.left(), swizzle.left(), swizzle.loc());
  }

  private static Op flipped(Op op) {
    var box = (LowOp.CopyBox) op;
    return new LowOp.CopyBox(
        box.tensor(),
        box.origin(),
        box.extents(),
        box.memory(),
        box.index(),
        !box.isSwizzled(),
        box.isRounded(),
        box.phases(),
        box.phase(),
        box.loc());
  }

  private static boolean isOrder(Op op) {
    return switch (op) {
      case LowOp.Barrier _,
          LowOp.InitPhase _,
          LowOp.ExpectBytes _,
          LowOp.ArriveAtPhase _,
          LowOp.AwaitPhase _,
          LowOp.PublishWrites _,
          LowOp.CommitCopies _,
          LowOp.AwaitCopies _,
          LowOp.BeginProducts _,
          LowOp.CommitProducts _,
          LowOp.AwaitProducts _ ->
          true;
      case LowOp _, TileOp _ -> false;
    };
  }

  /** Plants a fault at each of the places, one at a time. */
  private static void assertAllFound(
      String target, Predicate<Op> place, Function<Op, List<Op>> fault) {
    Kernel low = lower(target);
    var places = new ArrayList<Op>();
    Ops.walk(low.body(), op -> places.addAll(place.test(op) ? List.of(op) : List.of()));
    assertTrue(places.size() >= 2, places::toString);
    int behind = places.size() - 1;
    while (behind >= 0 && !(places.get(behind) instanceof LowOp.AwaitCopies)) {
      behind--;
    }
    for (int number = idleBarriers(low, place); number < places.size(); number++) {
      if (number == behind) {
        continue;
      }
      Kernel wrong = low.withBody(planted(low.body(), place, fault, new int[] {number}));
      assertFound(places.get(number).toString(), wrong, target);
    }
  }

  /** How many of the first places are barriers before all uses of the block's memory. */
  private static int idleBarriers(Kernel low, Predicate<Op> place) {
    int[] idle = {0};
    boolean[] isUsed = {false};
    Ops.walk(
        low.body(),
        op -> {
          isUsed[0] |= usesBlockMemory(op) || place.test(op) && !(op instanceof LowOp.Barrier);
          idle[0] += !isUsed[0] && place.test(op) ? 1 : 0;
        });
    return idle[0];
  }

  private static boolean usesBlockMemory(Op op) {
    return switch (op) {
      case LowOp.InitPhase _, LowOp.CopyBox _, LowOp.StartCopy _ -> true;
      case LowOp.Store store -> ((Type.MemoryType) store.memory().type()).scope() == Scope.SHARED;
      case LowOp _, TileOp _ -> false;
    };
  }

  /**
   * @param left how many places stay as they are
   */
  private static Body planted(
      Body body, Predicate<Op> place, Function<Op, List<Op>> fault, int[] left) {
    return Ops.flatMap(
        body,
        op ->
            place.test(op) && left[0]-- == 0
                ? fault.apply(op)
                : List.of(Ops.mapBodies(op, nested -> planted(nested, place, fault, left))));
  }

  /** Copies of boxes want rows that begin at multiples of 16 bytes. */
  private static List<Size> suiting(String target) {
    return target.equals("cuda:sm_90a") ? SIZES.subList(0, 2) : SIZES;
  }

  /** For one of the sizes at least: an index may be used for the others only. */
  private static void assertFound(String what, Kernel wrong, String target) {
    assertTrue(
        suiting(target).stream().anyMatch(size -> differs(wrong, size)),
        () -> "not found: " + what);
  }

  /** Whether a kernel gives something else than the product, or stops with a place. */
  private static boolean differs(Kernel kernel, Size size) {
    TensorData want = EXPECTED.get(size);
    try {
      TensorData found = run(kernel, size);
      return IntStream.range(0, want.size()).anyMatch(at -> want.get(at) != found.get(at));
    } catch (InterpreterException found) {
      assertTrue(found.loc().line() > 0, found::toString);
      return true;
    }
  }

  /** The result on small multiples of 1/8, whose sums are exact. */
  private static TensorData run(Kernel kernel, Size size) {
    List<TensorData> tensors =
        List.of(
            TensorData.zeros(DType.F16, size.m, size.depth),
            TensorData.zeros(DType.F16, size.depth, size.n),
            TensorData.zeros(DType.F32, size.m, size.n));
    var random = new SplittableRandom(1);
    for (TensorData factor : tensors.subList(0, 2)) {
      for (int at = 0; at < factor.size(); at++) {
        factor.set(at, random.nextInt(-8, 9) / 8.0);
      }
    }
    Interpreter.run(kernel, tensors);
    return tensors.getLast();
  }

  private static Kernel lower(String name) {
    Backend cuda = Backends.forName("cuda");
    var machine = Backends.target(name).machine();
    var context =
        new Context(
            machine,
            problem -> {
              throw new AssertionError(problem);
            });
    return Runner.run(cuda.pipeline(), product(name), context, Runner.Observer.NONE);
  }
}
