package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints {@code wgmma}. Registers of a product under way pass through the assembly that waits for
 * it, so that LLVM moves no use of them ahead. Source: PTX ISA 9.0, 9.7.15.
 */
final class WarpgroupOps {
  private static final int WARPGROUP = 128;

  /** Elements that a thread holds of the left operand. */
  private static final int LEFT_ELEMENTS = 8;

  /**
   * Swizzle of 128 bytes, and 1024 bytes between groups of 8 rows (along the depth: of 8 steps).
   */
  private static final long SWIZZLED = 0x4000004000000000L;

  /** The distance of panels, which operands along the depth do not have. */
  private static final long NO_PANELS = 1L << 16;

  private final FunctionText text;
  private final Operands operands;

  WarpgroupOps(FunctionText text, Operands operands) {
    this.text = text;
    this.operands = operands;
  }

  void begin(LowOp.BeginProducts op) {
    if (op.registers().isEmpty()) {
      text.line(call("fence", List.of()));
      return;
    }
    var tiles = new ArrayList<RegisterTile>();
    var held = new ArrayList<Typed>();
    var counts = new ArrayList<Integer>();
    for (int i = 0; i < op.registers().size(); i++) {
      var tile = new RegisterTile(text, operands, op.registers().get(i));
      List<Typed> own = tile.read(op.counts().get(i));
      tiles.add(tile);
      counts.add(own.size());
      held.addAll(own);
    }
    List<String> all = tied("wgmma.fence.sync.aligned;", held, List.of(), ",~{memory}");
    int first = 0;
    for (int i = 0; i < tiles.size(); i++) {
      tiles.get(i).write(all.subList(first, first + counts.get(i)));
      first += counts.get(i);
    }
  }

  void commit() {
    text.line(call("commit_group", List.of()));
  }

  private String call(String what, List<Typed> arguments) {
    return text.call("void", "llvm.nvvm.wgmma." + what + ".sync.aligned", arguments)
        + " convergent nounwind";
  }

  void await(LowOp.AwaitProducts op) {
    if (op.registers() == 0) {
      var pending = List.of(new Typed("i64", Integer.toString(op.pending())));
      text.line(call("wait_group", pending));
      return;
    }
    var tile = new RegisterTile(text, operands, op.accumulator(), op.accumulatorIndex());
    List<Typed> held = tile.read(op.registers());
    String wait = Template.fill("wgmma.wait_group.sync.aligned $;", op.pending());
    tile.write(tied(wait, held, List.of(), ",~{memory}"));
  }

  void multiply(LowOp.MultiplyWarpgroup op) {
    WarpgroupInstruction row = op.instruction();
    int count = op.columns() * row.rows() / WARPGROUP;
    var tile = new RegisterTile(text, operands, op.accumulator(), op.accumulatorIndex());
    List<Typed> held = tile.read(count);
    boolean isLeftHeld = op.leftPlace() == WarpgroupInstruction.Place.REGISTERS;
    var inputs = new ArrayList<Typed>();
    int next = 2 * count;
    String left;
    if (isLeftHeld) {
      var parts = new ArrayList<String>();
      for (Typed part :
          new RegisterTile(text, operands, op.left(), op.leftIndex()).read(LEFT_ELEMENTS)) {
        inputs.add(part);
        parts.add("$" + next++);
      }
      left = "{" + String.join(", ", parts) + "}";
    } else {
      inputs.add(descriptor(op.left(), op.leftIndex(), op.isLeftAcross(), op.leftPanel()));
      left = "$" + next++;
    }
    inputs.add(descriptor(op.right(), op.rightIndex(), op.isRightAcross(), op.rightPanel()));
    boolean isPlaced = row.rightPlaces().size() > 1;
    var assembly = new StringBuilder(Template.fill(PtxTemplates.of(row), op.columns()));
    assembly.append(" {").append(registers(count)).append("}, ").append(left);
    assembly.append(", $").append(next).append(op.adds() ? ", 1, 1, 1" : ", 0, 1, 1");
    if (isPlaced && !isLeftHeld) {
      assembly.append(op.isLeftAcross() ? ", 1" : ", 0");
    }
    if (isPlaced) {
      assembly.append(op.isRightAcross() ? ", 1" : ", 0");
    }
    assembly.append(';');
    tile.write(tied(assembly.toString(), held, inputs, ""));
  }

  private static String registers(int count) {
    var names = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      names.add("$" + i);
    }
    return String.join(", ", names);
  }

  /** Assembly that changes registers in place: their values afterwards. */
  private List<String> tied(
      String assembly, List<Typed> held, List<Typed> inputs, String clobbers) {
    int count = held.size();
    var constraints = new ArrayList<String>();
    held.forEach(register -> constraints.add("=" + constraint(register)));
    for (int i = 0; i < count; i++) {
      constraints.add(Integer.toString(i));
    }
    inputs.forEach(input -> constraints.add(constraint(input)));
    var arguments = new ArrayList<Typed>(held);
    arguments.addAll(inputs);
    String structure = held.stream().map(Typed::type).collect(Collectors.joining(", ", "{ ", " }"));
    String all =
        text.value(
            AsyncOps.assembly(
                structure, assembly, String.join(",", constraints) + clobbers, arguments));
    var parts = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      parts.add(text.value(Template.fill("extractvalue $ $, $", structure, all, i)));
    }
    return parts;
  }

  /** The letter of a register of that type. */
  private static String constraint(Typed register) {
    return switch (register.type()) {
      case "float" -> "f";
      case "i32" -> "r";
      default -> "l";
    };
  }

  /** The 64 bits that say where an operand lies in shared memory, and how. */
  private Typed descriptor(Value memory, Value index, boolean isAcross, long panel) {
    String address = AsyncOps.address(text, operands, memory, index);
    String within = text.value(Template.fill("and i32 $, $", address, 0x3FFFF));
    String encoded = text.value(Template.fill("lshr i32 $, 4", within));
    String wide = text.value(Template.fill("zext i32 $ to i64", encoded));
    long bytes = panel * ((Type.MemoryType) memory.type()).element().bytes();
    long layout = SWIZZLED | (isAcross ? bytes >> 4 << 16 : NO_PANELS);
    return new Typed("i64", text.value(Template.fill("or i64 $, $", wide, layout)));
  }
}
