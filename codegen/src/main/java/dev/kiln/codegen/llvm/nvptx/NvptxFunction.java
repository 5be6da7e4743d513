package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.TensorMaps;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.ArgumentSlots;
import dev.kiln.codegen.llvm.BlockPosition;
import dev.kiln.codegen.llvm.BodyEmitter;
import dev.kiln.codegen.llvm.DebugLines;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * The entry point of one unit: {@code .entry symbol(.param .align 8 .b8 args[])}, run by the
 * threads of a block for each block of the grid.
 *
 * <p>{@code args} is what {@link ArgumentSlots} reads, and last the address of the launch's trap
 * word; tensor maps follow as parameters of their own. The launch's grid has one dimension.
 */
final class NvptxFunction {
  private static final String BLOCK_RANGE = "!{i32 0, i32 2147483647}";

  private final LlvmModule module;
  private final Unit unit;
  private final FunctionText text;
  private final Operands operands = new Operands();
  private final ArgumentSlots slots;
  private final DebugLines lines;
  private final BodyEmitter body;
  private final TensorMaps maps;

  private NvptxFunction(LlvmModule module, Unit unit, TrapSites traps) {
    this.module = module;
    this.unit = unit;
    text = new FunctionText(module);
    lines = new DebugLines(module, unit.kernel());
    maps = TensorMaps.of(unit.kernel());
    var threads = new ThreadOps(text, operands, maps, unit.threads());
    slots = new ArgumentSlots(text, operands, NvptxFlavour.GLOBAL);
    var flavour = new NvptxFlavour(lines, threads);
    body = new BodyEmitter(unit.kernel(), text, operands, flavour, traps);
  }

  /** Adds the entry point of {@code unit} to {@code module}. */
  static void define(LlvmModule module, Unit unit, TrapSites traps) {
    new NvptxFunction(module, unit, traps).define();
  }

  private void define() {
    unit.kernel().params().forEach(slots::bind);
    List<String> extents = slots.grid();
    slots.address(NvptxFlavour.TRAP_WORD);
    for (Op op : unit.kernel().body().ops()) {
      if (op instanceof LowOp.Grid grid) {
        String block = special("ctaid.x", text);
        List<String> narrow = extents.stream().map(this::narrow).toList();
        new BlockPosition(LlvmType.I32, block, narrow).bind(grid, text, operands);
        body.emit(grid.body());
      } else {
        body.emit(Body.of(op));
      }
    }
    text.end("ret void");
    var arguments = new ArrayList<String>();
    arguments.add(Template.fill("ptr byval([$ x i64]) align 8 %args", slots.count()));
    for (int i = 0; i < maps.maps().size(); i++) {
      arguments.add("ptr byval([128 x i8]) align 64 " + map(i));
    }
    String attributes = module.attributes("nounwind \"no-builtins\"");
    module.define(
        text.text(
            Template.fill(
                "ptx_kernel void @$($) $ !dbg $",
                unit.symbol(),
                String.join(", ", arguments),
                attributes,
                lines.function())));
    annotate();
  }

  /** A number that the hardware gives each block. */
  static String special(String register, FunctionText text) {
    String read = text.call("i32", "llvm.nvvm.read.ptx.sreg." + register, List.of());
    return text.value(read + ", !range " + text.module().node(BLOCK_RANGE));
  }

  /** What the parameter is called that holds a tensor map. */
  static String map(int number) {
    return "%map" + number;
  }

  private String narrow(String extent) {
    return text.value(Template.fill("trunc i64 $ to i32", extent));
  }

  /** The arguments stay where the launch put them; a block has so many threads. */
  private void annotate() {
    String function = "ptr @" + unit.symbol();
    var numbers = new ArrayList<String>();
    for (int i = 0; i <= maps.maps().size(); i++) {
      numbers.add("i32 " + (i + 1));
    }
    String constant = module.node("!{" + String.join(", ", numbers) + "}");
    module.list(
        "nvvm.annotations",
        module.node(
            Template.fill(
                "!{$, !\"grid_constant\", $, !\"reqntidx\", i32 $, !\"minctasm\", i32 1}",
                function,
                constant,
                unit.threads())));
  }
}
