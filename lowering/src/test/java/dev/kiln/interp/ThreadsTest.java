package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  private static final int SEEDS = 20;

  @Test
  void whatIsWrittenBeforeABarrierIsReadBehindIt() {
    assertGives(64, REVERSE.formatted("barrier"), i -> 63 - i);
  }

  @Test
  void withoutItsBarrierAReadRacesWithTheWrite() {
    assertFails(
        64,
        REVERSE.formatted(""),
        "k.ir:10:1: Thread 32 writes what thread 31 reads at k.ir:14:1"
            + " [%22 = load %6.s[%21] : i32], and nothing puts one before the other.");
  }

  @Test
  void withoutItsBarrierTheNextWriteRacesWithTheReadBefore() {
    String body =
        """
        for %20: i64 = %7 to %21 {
          store %6.s[%5] = %4.t
          barrier
          %22 = constant 1 : i64
          %23 = xor %5, %22 : i64
          %24 = load %6.s[%23] : i32
          store %3.y[%5] = %24
          %s
        }
        """;
    String extent = "%21 = constant 3 : i64\n";
    assertGives(64, extent + body.replace("%s", "barrier"), i -> i ^ 1);
    assertFails(
        64,
        extent + body.replace("%s", ""),
        "k.ir:15:3: Thread 1 reads what thread 0 writes at k.ir:11:3"
            + " [store %6.s[%5] = %4.t], and nothing puts one before the other.");
  }

  @Test
  void aBarrierThatNotAllThreadsComeToIsAnError() {
    assertFails(
        64,
        """
        %20 = constant 5 : i32
        %21 = lt %4, %20 : bool
        if %21 {
          barrier
        }
        """,
        "k.ir:12:3: Thread 0 waits here, in divergent control: thread 5 has ended.");
  }

  @Test
  void threadsAtTwoBarriersDoNotMeet() {
    assertFails(
        64,
        """
        %20 = constant 5 : i32
        %21 = lt %4, %20 : bool
        if %21 {
          barrier
        } else {
          barrier
        }
        """,
        "k.ir:12:3: Thread 0 waits here, in divergent control: thread 5 waits at k.ir:14:3.");
  }

  @Test
  void threadsInTwoIterationsDoNotMeet() {
    assertFails(
        64,
        """
        %20 = constant 3 : i32
        %21 = constant 0 : i32
        for %22: i32 = %21 to %20 {
          %23 = or %22, %4 : i32
          %24 = eq %23, %21 : bool
          if %24 {
            continue
          }
          barrier
        }
        """,
        "k.ir:17:3: Thread 1 waits here, in divergent control: thread 0 waits in another"
            + " iteration.");
  }

  @Test
  void barriersStandInUniformLoops() {
    assertGives(
        40,
        """
        %20 = constant 3 : i32
        %21 = constant 0 : i32
        %22.sum = declare-cell %21 : cell<i32>
        %23.i = declare-cell %21 : cell<i32>
        %24 = constant 1 : i32
        while {
          %25 = read-cell %23.i : i32
          %26 = lt %25, %20 : bool
        } test %26 do {
          %27 = read-cell %23.i : i32
          %28 = eq %27, %24 : bool
          if %28 {
            continue
          }
          barrier
          for %29: i32 = %21 to %4 {
            %30 = eq %29, %20 : bool
            if %30 {
              break
            }
            %31 = read-cell %22.sum : i32
            %32 = add %31, %24 : i32
            write-cell %22.sum = %32
          }
        } update {
          %33 = read-cell %23.i : i32
          %34 = add %33, %24 : i32
          write-cell %23.i = %34
        }
        %35 = read-cell %22.sum : i32
        store %3.y[%5] = %35
        """,
        i -> 2 * Math.min(i, 3));
  }

  @Test
  void valuesAreExchangedWithinAWarp() {
    assertGives(
        96,
        """
        %20 = exchange-threads %4 mask 5 : i32
        store %3.y[%5] = %20
        """,
        i -> i ^ 5);
  }

  @Test
  void allThreadsOfAWarpExchange() {
    String apart =
        """
        %20 = constant 40 : i32
        %21 = lt %4, %20 : bool
        if %21 {
          %22 = exchange-threads %4 mask 1 : i32
        }
        """;
    assertFails(
        64, apart, "k.ir:12:3: Thread 32 waits here, in divergent control: thread 40 has ended.");
    assertGives(64, apart.replace("40", "32"), i -> 0);
    assertFails(
        48,
        "%20 = exchange-threads %4 mask 1 : i32",
        "k.ir:9:1: It takes a warp of 32 threads; this one has 16.");
  }

  @Test
  void aThreadThatWaitsForTheBlockKeepsItsWarpWaiting() {
    assertFails(
        32,
        """
        %20 = constant 31 : i32
        %21 = lt %4, %20 : bool
        if %21 {
          barrier
        }
        %22 = exchange-threads %4 mask 1 : i32
        """,
        "k.ir:14:1: Thread 31 waits here, in divergent control: thread 0 waits at k.ir:12:3.");
  }

  @Test
  void threadsMayStoreEqualBitsButNotOthers() {
    String body =
        """
        %20 = constant 7 : i32
        store %6.s[%7] = %s
        barrier
        %21 = load %6.s[%7] : i32
        store %3.y[%5] = %21
        """;
    assertGives(64, body.replace("%s", "%20"), _ -> 7);
    assertFails(
        64,
        body.replace("%s", "%4"),
        "k.ir:10:1: Thread 1 writes what thread 0 writes at k.ir:10:1"
            + " [store %6.s[%7] = %4.t], and nothing puts one before the other.");
    assertFails(
        64,
        body.replace("%s", "%20").replace("barrier\n", ""),
        "k.ir:10:1: Thread 1 writes what thread 0 reads at k.ir:11:1"
            + " [%21 = load %6.s[%7] : i32], and nothing puts one before the other.");
  }

  @Test
  void tensorsAreSharedByTheThreadsOfABlock() {
    assertFails(
        64,
        """
        store %3.y[%5] = %4
        %20 = constant 63 : i64
        %21 = sub %20, %5 : i64
        %22 = load %3.y[%21] : i32
        """,
        "k.ir:9:1: Thread 32 writes what thread 31 reads at k.ir:12:1"
            + " [%22 = load %3.y[%21] : i32], and nothing puts one before the other.");
  }

  @Test
  void atomicUpdatesAreInOrderWithEachOtherOnly() {
    String body =
        """
        %20 = constant 0 : i32
        %21 = eq %4, %20 : bool
        if %21 {
          store %6.s[%7] = %20
        }
        %s1
        atomic-update %6.s[%7] += %4
        %s2
        %22 = load %6.s[%7] : i32
        store %3.y[%5] = %22
        """;
    String right = body.replace("%s1", "barrier").replace("%s2", "barrier");
    assertGives(64, right, _ -> 63 * 64 / 2);
    assertFails(
        64,
        body.replace("%s1", "").replace("%s2", "barrier"),
        "k.ir:15:1: Thread 1 updates what thread 0 writes at k.ir:12:3"
            + " [store %6.s[%7] = %20], and nothing puts one before the other.");
    assertFails(
        64,
        body.replace("%s1", "barrier").replace("%s2", ""),
        "k.ir:15:1: Thread 1 updates what thread 0 reads at k.ir:17:1"
            + " [%22 = load %6.s[%7] : i32], and nothing puts one before the other.");
  }

  @Test
  void whatIsOnlyExpectedMayRaceWithUpdates() {
    String body =
        """
        while {
          %20 = load %3.y[%7] : i32
          %21 = add %20, %4 : i32
          %s
          %22 = compare-and-set %3.y[%7] from %20 to %21 : bool
          %23 = not %22 : bool
        } test %23 do {
        }
        """;
    String twice = body + body.replace("%2", "%3");
    assertGives(64, twice.replace("%s", ""), i -> i == 0 ? 63 * 64 : 0);
    assertFails(
        64,
        twice.replace("%s", "store %6.s[%5] = %4"),
        "k.ir:10:3: Thread 1 reads what thread 0 updates at k.ir:21:3"
            + " [%32 = compare-and-set %3.y[%7] from %30 to %31 : bool],"
            + " and nothing puts one before the other.");
  }

  @Test
  void registersAndVariablesAreAThreadsOwn() {
    assertGives(
        33,
        """
        %20.r = register-memory 1 : memory<fragment, i32>
        %21.l = alloc-memory 1 : memory<local, i32>
        %22.a = arena-memory 1 at 0 : memory<local, i32>
        %23.c = declare-cell %4 : cell<i32>
        store %20.r[%7] = %4
        store %21.l[%7] = %4
        store %22.a[%7] = %4
        store %6.s[%5] = %4
        barrier
        %24 = load %20.r[%7] : i32
        %25 = load %21.l[%7] : i32
        %26 = load %22.a[%7] : i32
        %27 = read-cell %23.c : i32
        %28 = add %24, %25 : i32
        %29 = add %26, %27 : i32
        %30 = add %28, %29 : i32
        store %3.y[%5] = %30
        """,
        i -> 4 * i);
  }

  @Test
  void anAllocationIsOneForTheBlockEachTimeItRuns() {
    assertGives(
        64,
        """
        %20 = constant 2 : i64
        for %21: i64 = %7 to %20 {
          %22.s = alloc-memory 64 : memory<shared, i32>
          store %22.s[%5] = %4
          barrier
          %23 = constant 63 : i64
          %24 = sub %23, %5 : i64
          %25 = load %22.s[%24] : i32
          store %3.y[%5] = %25
        }
        """,
        i -> 63 - i);
    assertFails(
        64,
        """
        %22.s = alloc-memory 64 : memory<shared, i32>
        %25 = load %22.s[%5] : i32
        store %3.y[%5] = %25
        """,
        "k.ir:11:1: %25 is poison: nothing has written it.");
  }

  @Test
  void phasesAreKeptApartUntilBarriersArePlaced() {
    String stored = "phase {\n store %6.s[%5] = %4\n}\n";
    String loaded =
        """
        %20 = constant 63 : i64
        %21 = sub %20, %5 : i64
        phase {
          %22 = load %6.s[%21] : i32
          store %3.y[%5] = %22
        }
        """;
    assertGives(64, stored + loaded, i -> 63 - i);
    assertFails(
        64,
        "phase {\n" + (stored + loaded).replace("phase {", "").replace("}", "") + "}",
        "k.ir:11:2: Thread 32 writes what thread 31 reads at k.ir:16:3"
            + " [%22 = load %6.s[%21] : i32], and nothing puts one before the other.");
  }

  @Test
  void whatIsInNoPhaseIsOneByItself() {
    String body =
        """
        phase {
          store %6.s[%5] = %4
        }
        %20 = constant 0 : i32
        %21 = eq %4, %20 : bool
        if %21 {
          %22 = constant 7 : i64
          %23 = load %6.s[%22] : i32
          store %6.s[%7] = %23
        }
        %24 = load %6.s[%7] : i32
        phase {
          store %3.y[%5] = %24
        }
        """;
    assertGives(64, body, _ -> 7);
    assertFails(
        64,
        body.replace("store %6.s[%7] = %23", "store %6.s[%7] = %23\n phase {\n}"),
        "k.ir:18:2: Thread 0 waits here, in divergent control: thread 1 waits at k.ir:21:1.");
    assertFails(
        64,
        body.replace("%24 = load", "store %6.s[%7] = %4\n %24 = load"),
        "k.ir:19:1: Thread 1 writes what thread 0 writes at k.ir:19:1"
            + " [store %6.s[%7] = %4.t], and nothing puts one before the other.");
  }

  @Test
  void blocksDoNotRaceByThreads() {
    TensorData y = TensorData.zeros(DType.I32, 64);
    Kernel kernel = kernel(2, 64, REVERSE.formatted("barrier"));
    Interpreter.run(kernel, List.of(y), Options.DEFAULT);
    assertThrows(
        InterpreterException.class,
        () -> Interpreter.run(kernel, List.of(y), Options.DEFAULT.withRaces()));
  }

  @Test
  void threadsThatDoNotEndAreStopped() {
    String text =
        """
        %20 = constant true : bool
        while {
        } test %20 do {
        }
        """;
    InterpreterException error =
        assertThrows(
            InterpreterException.class,
            () ->
                Interpreter.run(
                    kernel(1, 32, text),
                    List.of(TensorData.zeros(DType.I32, 32)),
                    Options.DEFAULT.withMostSteps(10_000)));
    assertTrue(error.getMessage().contains("the kernel has not ended"), error.getMessage());
  }

  /** Each thread takes what the one on the other side has stored; %s is what lies between. */
  private static final String REVERSE =
      """
      %%20 = constant 63 : i64
      store %%6.s[%%5] = %%4
      %s

      %%21 = sub %%20, %%5 : i64
      %%22 = load %%6.s[%%21] : i32
      store %%3.y[%%5] = %%22
      """;

  /**
   * A kernel over a tensor %3 of an element a thread, whose threads are %4, or %5 as I64, and share
   * an element each at %6; %7 is 0. Its body begins in line 9.
   */
  private static Kernel kernel(int blocks, int threads, String body) {
    String text =
        """
        kernel "k" (%%0.y: tensor<?xi32>) {
          %%1 = constant %d : i32
          grid (%%2: i32) in (%%1) threads %d {
            %%3.y = tensor-memory %%0.y : memory<global, i32>
            %%4.t = thread-index : i32
            %%5 = cast %%4 : i64
            %%6.s = arena-memory %d at 0 : memory<shared, i32>
            %%7 = constant 0 : i64
        %s  }
        }
        """
            .formatted(blocks, threads, threads, body);
    Kernel kernel = Parser.parse("k.ir", text);
    assertEquals(List.of(), Verifier.verify(kernel));
    return kernel;
  }

  /** In every order of the threads. */
  private static void assertGives(int threads, String body, IntUnaryOperator expected) {
    Kernel kernel = kernel(1, threads, body);
    for (int seed = 0; seed < SEEDS; seed++) {
      TensorData y = TensorData.zeros(DType.I32, threads);
      Interpreter.run(kernel, List.of(y), Options.DEFAULT.withSeed(seed));
      assertEquals(
          IntStream.range(0, threads).map(expected).boxed().toList(),
          IntStream.range(0, threads).mapToObj(i -> (int) y.get(i)).toList());
    }
  }

  /** So in ascending order of the threads; in any other there is some failure, too. */
  private static void assertFails(int threads, String body, String expected) {
    Kernel kernel = kernel(1, threads, body);
    for (int seed = 0; seed < SEEDS; seed++) {
      Options options = Options.DEFAULT.withSeed(seed);
      InterpreterException error =
          assertThrows(
              InterpreterException.class,
              () ->
                  Interpreter.run(kernel, List.of(TensorData.zeros(DType.I32, threads)), options));
      if (seed == 0) {
        assertEquals(expected, error.loc() + ": " + error.sentence());
      }
    }
  }
}
