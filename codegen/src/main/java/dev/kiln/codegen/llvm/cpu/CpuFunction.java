package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.BodyEmitter;
import dev.kiln.codegen.llvm.ControlFlow;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Operands.Tensor;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The entry point of one unit, {@code i32 symbol(ptr args, i64 first, i64 last, ptr scratch)}:
 * reads the arguments, runs the prologue, then the body for each of the blocks from {@code first}
 * up to {@code last}, and returns 0, or the number of the trap that ended it.
 *
 * <p>{@code args} has slots of 8 bytes: for a tensor its address and its extents, for a scalar
 * itself, then the three extents of the grid.
 */
final class CpuFunction {
  private static final int SLOT_BYTES = 8;
  private static final int GRID_RANK = 3;
  private static final String EXTENT_RANGE = "!{i64 0, i64 2147483648}";

  private final LlvmModule module;
  private final Unit unit;
  private final FunctionText text;
  private final Operands operands = new Operands();
  private final BodyEmitter body;
  private int slots;

  private CpuFunction(LlvmModule module, Unit unit, TrapSites traps) {
    this.module = module;
    this.unit = unit;
    text = new FunctionText(module);
    body = new BodyEmitter(unit.kernel(), text, operands, new CpuFlavour(), traps);
  }

  /** Adds the entry point of {@code unit} to {@code module}. */
  static void define(LlvmModule module, Unit unit, TrapSites traps) {
    new CpuFunction(module, unit, traps).define();
  }

  private void define() {
    unit.kernel().params().forEach(this::parameter);
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

  private String attributes() {
    int vectorBits = 8 * unit.target().machine().vectorBytes();
    return Template.fill(
        "nounwind \"no-builtins\" \"target-cpu\"=\"$\" \"prefer-vector-width\"=\"$\"",
        unit.target().architecture(),
        vectorBits);
  }

  private void parameter(Param param) {
    Value value = param.value();
    switch (value.type()) {
      case Type.TensorType tensor -> operands.bind(value, tensor(tensor));
      case Type.ScalarType scalar -> operands.bind(value, scalar(scalar));
      case Type.VectorType _,
          Type.TileType _,
          Type.RegionType _,
          Type.CellType _,
          Type.MemoryType _ ->
          throw new IllegalStateException(param.name() + " cannot be a parameter");
    }
  }

  private Tensor tensor(Type.TensorType type) {
    String pointer = text.value("load ptr, ptr " + nextSlot());
    List<String> extents = new ArrayList<>();
    for (int axis = 0; axis < type.rank(); axis++) {
      extents.add(text.value(Template.fill("trunc i64 $ to i32", extent())));
    }
    return new Tensor(pointer, extents);
  }

  private String extent() {
    return text.value(
        Template.fill("load i64, ptr $, !range $", nextSlot(), module.node(EXTENT_RANGE)));
  }

  private String scalar(Type.ScalarType type) {
    String register = LlvmType.of(type).text();
    String stored = LlvmType.stored(type).text();
    String loaded = text.value(Template.fill("load $, ptr $", stored, nextSlot()));
    return register.equals(stored)
        ? loaded
        : text.value(Template.fill("icmp ne $ $, 0", stored, loaded));
  }

  private String nextSlot() {
    return text.value(
        Template.fill("getelementptr inbounds i8, ptr %args, i64 $", SLOT_BYTES * slots++));
  }

  private void grid(LowOp.Grid grid) {
    List<String> extents = new ArrayList<>();
    for (int axis = 0; axis < GRID_RANK; axis++) {
      extents.add(extent());
    }
    var blocks =
        new ControlFlow.Count(LlvmType.I64, "%first", "%last", "1", "nsw ", /* unroll= */ false);
    new ControlFlow(text)
        .count(
            "%block",
            blocks,
            () -> {
              position(grid.blocks(), extents);
              body.emit(grid.body());
            });
  }

  /** Splits {@code %block} into an index for each axis; the first varies fastest. */
  private void position(List<Value> blocks, List<String> extents) {
    String rest = "%block";
    for (int axis = 0; axis < blocks.size(); axis++) {
      boolean last = axis == blocks.size() - 1;
      String extent = extents.get(axis);
      String index = last ? rest : text.value(Template.fill("urem i64 $, $", rest, extent));
      if (!last) {
        rest = text.value(Template.fill("udiv i64 $, $", rest, extent));
      }
      bindIndex(blocks.get(axis), index);
    }
  }

  private void bindIndex(Value block, String index) {
    LlvmType type = Operands.type(block);
    operands.bind(
        block,
        type.equals(LlvmType.I64)
            ? index
            : text.value(Template.fill("trunc i64 $ to $", index, type.text())));
  }
}
