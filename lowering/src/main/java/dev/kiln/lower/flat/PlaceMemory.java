package dev.kiln.lower.flat;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Gives on-chip memory its places in one arena; what does not live at the same time may lie at the
 * same place.
 *
 * <pre>
 * %a = alloc-memory 64 : memory&lt;f32, shared&gt;  =&gt;  %a = arena-memory 0 64 : memory&lt;f32, shared&gt;
 * </pre>
 *
 * Where a block is run by several threads, that is shared memory; the rest is each thread's own.
 * The largest memory is placed first, each as low as it fits, large ones at whole lines of 1 KiB,
 * in which swizzles repeat. A sum above what the machine has is the user's mistake, reported with
 * one line for every memory.
 */
public final class PlaceMemory {
  public static final Pass PASS =
      Pass.of(
              PlaceMemory.class,
              Stage.FLAT,
              "Gives on-chip memory its places in the arena of a block.",
              PlaceMemory::place)
          .needs(Fact.LOW_OPS)
          .gives(Fact.PLACED);

  /** The code of the problem: on-chip memory of a block is more than the machine has. */
  public static final String TOO_MUCH_MEMORY = "KILN1601";

  /** Swizzled layouts begin at a multiple of this. */
  private static final long SWIZZLE_BYTES = 1024;

  private PlaceMemory() {}

  private static Kernel place(Kernel kernel, Context context) {
    return context.machine().threads() == 1
        ? inArena(kernel, context)
        : inArena(kernel.withBody(registers(kernel.body())), context);
  }

  /** What is no memory of the block but of each of its threads. */
  private static Body registers(Body body) {
    return Ops.flatMap(
        body,
        op ->
            List.of(
                op instanceof LowOp.AllocMemory alloc
                        && ((Type.MemoryType) alloc.memory().type()).scope() != Scope.SHARED
                    ? new LowOp.RegisterMemory(alloc.memory(), alloc.elements(), alloc.loc())
                    : Ops.mapBodies(op, PlaceMemory::registers)));
  }

  private static Kernel inArena(Kernel kernel, Context context) {
    List<Lifetimes.Lifetime> lifetimes =
        Lifetimes.of(kernel.body()).stream()
            .filter(lifetime -> lifetime.maker() instanceof LowOp.AllocMemory)
            .toList();
    Map<Value, Long> offsets = offsets(lifetimes);
    Kernel placed = kernel.withBody(replace(kernel.body(), offsets));
    long bytes = Arena.bytes(placed);
    if (bytes > context.machine().scratchBytes()) {
      report(kernel, lifetimes, bytes, context);
    }
    return placed;
  }

  private static Map<Value, Long> offsets(List<Lifetimes.Lifetime> lifetimes) {
    var offsets = new HashMap<Value, Long>();
    var bySize =
        lifetimes.stream().sorted(Comparator.comparingLong(PlaceMemory::bytes).reversed()).toList();
    for (Lifetimes.Lifetime lifetime : bySize) {
      var others =
          bySize.stream()
              .filter(other -> offsets.containsKey(other.memory()))
              .filter(lifetime::overlaps)
              .sorted(Comparator.comparingLong(other -> offset(other, offsets)))
              .toList();
      offsets.put(lifetime.memory(), lowestGap(bytes(lifetime), others, offsets));
    }
    return offsets;
  }

  /** The lowest offset at which {@code bytes} lie clear of {@code others}, sorted by offset. */
  private static long lowestGap(
      long bytes, List<Lifetimes.Lifetime> others, Map<Value, Long> offsets) {
    long offset = 0;
    for (Lifetimes.Lifetime other : others) {
      if (offset + bytes <= offset(other, offsets)) {
        break;
      }
      offset = Math.max(offset, aligned(offset(other, offsets) + bytes(other), bytes));
    }
    return offset;
  }

  /** The least place from {@code offset} on for so many bytes. */
  private static long aligned(long offset, long bytes) {
    long alignment = bytes < SWIZZLE_BYTES ? Arena.ALIGNMENT : SWIZZLE_BYTES;
    return Math.ceilDiv(offset, alignment) * alignment;
  }

  private static long offset(Lifetimes.Lifetime lifetime, Map<Value, Long> offsets) {
    return offsets.getOrDefault(lifetime.memory(), 0L);
  }

  /** What it takes of the arena. */
  private static long bytes(Lifetimes.Lifetime lifetime) {
    return Arena.align(lifetime.bytes());
  }

  private static Body replace(Body body, Map<Value, Long> offsets) {
    return Ops.flatMap(
        body,
        op ->
            List.of(
                op instanceof LowOp.AllocMemory alloc
                    ? new LowOp.ArenaMemory(
                        alloc.memory(),
                        offsets.getOrDefault(alloc.memory(), 0L),
                        alloc.elements(),
                        alloc.loc())
                    : Ops.mapBodies(op, inner -> replace(inner, offsets))));
  }

  private static void report(
      Kernel kernel, List<Lifetimes.Lifetime> lifetimes, long bytes, Context context) {
    var largest =
        lifetimes.stream()
            .max(Comparator.comparingLong(PlaceMemory::bytes))
            .map(lifetime -> lifetime.maker().loc())
            .orElse(kernel.loc());
    String lines =
        lifetimes.stream()
            .filter(lifetime -> bytes(lifetime) >= Arena.ALIGNMENT)
            .map(PlaceMemory::line)
            .collect(Collectors.joining("\n"));
    context
        .problems()
        .accept(
            new Problem(
                TOO_MUCH_MEMORY,
                largest,
                List.of(
                    Long.toString(bytes),
                    Long.toString(context.machine().scratchBytes()),
                    context.machine().name(),
                    lines)));
  }

  private static String line(Lifetimes.Lifetime lifetime) {
    return "%s %s: %d elements of %s, %d bytes, at %s"
        .formatted(
            lifetime.type().scope().text(),
            lifetime.memory().called(),
            lifetime.elements(),
            lifetime.type().element().text(),
            bytes(lifetime),
            lifetime.maker().loc());
  }
}
