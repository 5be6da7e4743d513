package dev.kiln.lower.flat;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.lower.flat.Lifetimes.Lifetime;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Refuses kernels whose fragments need more than twice the registers that a thread may have.
 *
 * <pre>
 * %acc = register-memory 1024 : memory&lt;f32, fragment&gt;   1024 registers of 255
 * </pre>
 *
 * <p>Such a kernel would keep most of its fragments in memory all the time, and takes minutes to
 * compile, since every register is written out. What is a little too much is left to the assembler,
 * which can put values off, and which tells what it has kept in memory.
 */
public final class CountRegisters {
  public static final Pass PASS =
      Pass.of(
              CountRegisters.class,
              Stage.FLAT,
              "Refuses fragments that need far more registers than a thread has.",
              CountRegisters::count)
          .needs(Fact.LOW_OPS, Fact.PLACED);

  /** The code of the problem: fragments that would lie in memory. */
  public static final String TOO_MANY_REGISTERS = "KILN1605";

  /** From here on, more is kept in memory than in registers. */
  private static final int TIMES = 2;

  private static final int REGISTER_BYTES = 4;

  private CountRegisters() {}

  private static Kernel count(Kernel kernel, Context context) {
    List<Lifetime> lifetimes =
        Lifetimes.of(kernel.body()).stream()
            .filter(lifetime -> lifetime.maker() instanceof LowOp.RegisterMemory)
            .toList();
    List<Lifetime> most =
        lifetimes.stream()
            .map(one -> living(one.first(), lifetimes))
            .max(Comparator.comparingLong(CountRegisters::sum))
            .orElse(List.of());
    if (sum(most) > (long) TIMES * context.machine().threadRegisters()) {
      report(most, context);
    }
    return kernel;
  }

  private static List<Lifetime> living(int operation, List<Lifetime> lifetimes) {
    return lifetimes.stream()
        .filter(lifetime -> lifetime.first() <= operation && operation <= lifetime.last())
        .toList();
  }

  private static long sum(List<Lifetime> lifetimes) {
    return lifetimes.stream().mapToLong(CountRegisters::registers).sum();
  }

  private static long registers(Lifetime lifetime) {
    return Math.ceilDiv(lifetime.bytes(), REGISTER_BYTES);
  }

  private static void report(List<Lifetime> most, Context context) {
    Lifetime largest =
        most.stream().max(Comparator.comparingLong(CountRegisters::registers)).orElseThrow();
    context
        .problems()
        .accept(
            new Problem(
                TOO_MANY_REGISTERS,
                largest.maker().loc(),
                List.of(
                    Long.toString(sum(most)),
                    Integer.toString(context.machine().threadRegisters()),
                    context.machine().name(),
                    Integer.toString(context.machine().threads()),
                    most.stream().map(CountRegisters::line).collect(Collectors.joining("\n")))));
  }

  private static String line(Lifetime lifetime) {
    return "%s: %d elements of %s a thread, %d registers, at %s"
        .formatted(
            lifetime.memory().hint().isEmpty() ? "temporary" : lifetime.memory().hint(),
            lifetime.elements(),
            lifetime.type().element().text(),
            registers(lifetime),
            lifetime.maker().loc());
  }
}
