package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.ArgumentSlots;
import dev.kiln.codegen.llvm.BlockPosition;
import dev.kiln.codegen.llvm.BodyEmitter;
import dev.kiln.codegen.llvm.ControlFlow;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import java.util.List;

/**
 * The entry point of one unit, {@code i32 symbol(ptr args, i64 first, i64 last, ptr scratch)}:
 * reads the arguments, runs the prologue, then the body for each of the blocks from {@code first}
 * up to {@code last}, and returns 0, or the number of the trap that ended it.
 *
 * <p>{@code args} is what {@link ArgumentSlots} reads.
 */
final class CpuFunction {
  private final LlvmModule module;
  private final Unit unit;
  private final FunctionText text;
  private final Operands operands = new Operands();
  private final ArgumentSlots slots;
  private final BodyEmitter body;

  private CpuFunction(LlvmModule module, Unit unit, TrapSites traps) {
    this.module = module;
    this.unit = unit;
    text = new FunctionText(module);
    slots = new ArgumentSlots(text, operands, "ptr");
    body = new BodyEmitter(unit.kernel(), text, operands, new CpuFlavour(), traps);
  }

  /** Adds the entry point of {@code unit} to {@code module}. */
  static void define(LlvmModule module, Unit unit, TrapSites traps) {
    new CpuFunction(module, unit, traps).define();
  }

  private void define() {
    unit.kernel().params().forEach(slots::bind);
    for (Op op : unit.kernel().body().ops()) {
      if (op instanceof LowOp.Grid grid) {
        grid(grid);
      } else {
        body.emit(Body.of(op));
      }
    }
    text.end("ret i32 0");
    String scratch = "ptr noalias align 64 %scratch";
    String attributes = module.attributes(attributes());
    module.define(
        text.text(
            Template.fill(
                "i32 @$(ptr noalias readonly %args, i64 %first, i64 %last, $) $",
                unit.symbol(), scratch, attributes)));
  }

  /** Whether stores pass the caches: they have to be seen by whoever waits for the blocks. */
  private static boolean streams(LowOp.Grid grid) {
    return Ops.any(grid.body(), op -> op instanceof LowOp.Store store && store.isStreamed());
  }

  private String attributes() {
    int vectorBits = 8 * unit.target().machine().vectorBytes();
    return Template.fill(
        "nounwind \"no-builtins\" \"target-cpu\"=\"$\" \"prefer-vector-width\"=\"$\"",
        unit.target().architecture(),
        vectorBits);
  }

  private void grid(LowOp.Grid grid) {
    var position = new BlockPosition(LlvmType.I64, "%block", slots.grid());
    if (unit.prints()) {
      slots.address(CpuFlavour.PRINTER);
    }
    var blocks =
        new ControlFlow.Count(LlvmType.I64, "%first", "%last", "1", "nsw ", /* unroll= */ false);
    new ControlFlow(text)
        .count(
            "%block",
            blocks,
            () -> {
              position.bind(grid, text, operands);
              body.emit(grid.body());
            });
    if (streams(grid)) {
      text.line(text.call("void", "llvm.x86.sse.sfence", List.of()));
    }
  }
}
