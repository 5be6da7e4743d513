package dev.kiln.processor.compile;

import dev.kiln.codegen.Target;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.text.Printer;
import dev.kiln.lower.flat.Arena;
import dev.kiln.lower.scheduled.BoxCopies;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Stage;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one variant of a kernel on one target, place by place, for those who ask with
 * {@code -Akiln.explain}. Read off the kernel at the ends of its stages, so that it says what is,
 * not what was meant.
 *
 * @param where the target, its entry point where it has a spare one, and the constants
 */
record Explanation(String where, Target target, Map<Stage, Kernel> stages, Kernel last) {

  static Explanation of(VariantIr row, Target target, PipelineRun run) {
    String entry = target.isSpare() ? " (spare entry point)" : "";
    String variant = row.row().isEmpty() ? "" : " with " + row.row();
    return new Explanation(target + entry + variant, target, run.stages(), run.kernel());
  }

  /** Reports a note at each place of which there is something to say. */
  void report(Loc kernel, Diagnostics diagnostics) {
    Map<Loc, List<String>> facts = new LinkedHashMap<>();
    facts.computeIfAbsent(kernel, loc -> new ArrayList<>()).add(memory());
    layouts(facts);
    instructions(facts);
    copies(facts);
    facts.forEach(
        (loc, sentences) ->
            diagnostics.report(Code.EXPLANATION, loc, where, String.join("; ", sentences)));
  }

  private String memory() {
    int[] threads = {1};
    Ops.walk(
        last.body(),
        op -> {
          if (op instanceof LowOp.Grid grid) {
            threads[0] = grid.threads();
          }
        });
    return "a block has %d threads and %d bytes of memory on chip"
        .formatted(threads[0], Arena.bytes(last));
  }

  /** The type of each tile, which says where its elements lie. */
  private void layouts(Map<Loc, List<String>> facts) {
    Kernel laidOut = stages.get(Stage.LAID_OUT);
    if (laidOut != null) {
      Ops.walk(
          laidOut.body(),
          op -> {
            if (op instanceof TileOp.AllocTile alloc) {
              add(facts, op, "is " + Printer.print(alloc.tile().type()));
            }
          });
    }
  }

  /** What reads, writes and multiplies, by the names that the IR has for it. */
  private void instructions(Map<Loc, List<String>> facts) {
    Map<Loc, Map<String, Integer>> counts = new LinkedHashMap<>();
    Ops.walk(
        last.body(),
        op -> {
          String name = instruction(op);
          if (!name.isEmpty()) {
            counts.computeIfAbsent(op.loc(), loc -> new TreeMap<>()).merge(name, 1, Integer::sum);
          }
        });
    counts.forEach(
        (loc, names) ->
            facts
                .computeIfAbsent(loc, place -> new ArrayList<>())
                .add(
                    "becomes "
                        + String.join(
                            ", ",
                            names.entrySet().stream()
                                .map(name -> name.getValue() + " " + name.getKey())
                                .toList())));
  }

  /** What an operation is called when it is worth telling; else nothing. */
  private static String instruction(Op op) {
    return switch (op) {
      case LowOp.Load load -> "load of " + Printer.print(load.result().type());
      case LowOp.Store store -> "store of " + Printer.print(store.value().type());
      case LowOp.Fma fma -> "fma of " + Printer.print(fma.result().type());
      case LowOp.OfThreads threads when !(threads instanceof Effect.Pure) -> mnemonic(op);
      case LowOp.AtomicUpdate _, LowOp.CompareAndSet _ -> mnemonic(op);
      case LowOp _, TileOp _ -> "";
    };
  }

  private static String mnemonic(Op op) {
    String text = Printer.print(op);
    String behind = text.startsWith("%") ? text.substring(text.indexOf("= ") + 2) : text;
    return behind.split("[ ({]", 2)[0];
  }

  /** Why a copy of a pipelined loop is made by the threads. */
  private void copies(Map<Loc, List<String>> facts) {
    Kernel before = stages.get(Stage.CANONICAL);
    boolean haveBoxes = target.machine().has(Feature.BOX_COPIES);
    if (before == null || !(haveBoxes || target.machine().has(Feature.CHUNK_COPIES))) {
      return;
    }
    String kind = haveBoxes ? "TMA" : "cp.async";
    BoxCopies boxes = BoxCopies.of(before, target.machine());
    Ops.walk(
        before.body(),
        op -> {
          if (op instanceof TileOp.Pipelined loop) {
            boxes
                .obstacles(loop)
                .forEach(
                    (copy, obstacle) ->
                        add(
                            facts,
                            copy,
                            obstacle.isEmpty()
                                ? "runs beside the threads (%s)".formatted(kind)
                                : "is made by the threads, not by %s: %s"
                                    .formatted(kind, obstacle)));
          }
        });
  }

  private static void add(Map<Loc, List<String>> facts, Op op, String sentence) {
    facts.computeIfAbsent(op.loc(), loc -> new ArrayList<>()).add(sentence);
  }
}
