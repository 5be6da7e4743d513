package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Prints {@code mma.sync} and {@code ldmatrix}. Source: PTX ISA 9.0, 9.7.14.5. */
final class MatrixOps {
  /** LLVM does not know by itself that the threads of a warp do these together. */
  private static final String TOGETHER = " convergent nounwind";

  private final FunctionText text;
  private final Operands operands;

  MatrixOps(FunctionText text, Operands operands) {
    this.text = text;
    this.operands = operands;
  }

  /** What PTX calls an instruction, and the type of its accumulator. */
  private record Row(String name, LlvmType accumulator) {
    static Row of(MatrixInstruction instruction) {
      return switch (instruction) {
        case M16N8K16_F16 -> new Row("m16n8k16.row.col.f32.f16.f16.f32", LlvmType.FLOAT);
        case M16N8K16_BF16 -> new Row("m16n8k16.row.col.f32.bf16.bf16.f32", LlvmType.FLOAT);
        case M16N8K8_TF32 -> new Row("m16n8k8.row.col.f32.tf32.tf32.f32", LlvmType.FLOAT);
        case M16N8K32_E4M3 -> new Row("m16n8k32.row.col.f32.e4m3.e4m3.f32", LlvmType.FLOAT);
        case M16N8K32_E5M2 -> new Row("m16n8k32.row.col.f32.e5m2.e5m2.f32", LlvmType.FLOAT);
        case M16N8K32_E4M3_E5M2 -> new Row("m16n8k32.row.col.f32.e4m3.e5m2.f32", LlvmType.FLOAT);
        case M16N8K32_E5M2_E4M3 -> new Row("m16n8k32.row.col.f32.e5m2.e4m3.f32", LlvmType.FLOAT);
        case M16N8K32_I8 -> new Row("m16n8k32.row.col.s32.s8.s8.s32", LlvmType.I32);
        case M16N8K32_U8 -> new Row("m16n8k32.row.col.s32.u8.u8.s32", LlvmType.I32);
      };
    }

    String constraint() {
      return accumulator.equals(LlvmType.FLOAT) ? "f" : "r";
    }

    String structure(int results) {
      return "{ " + String.join(", ", Collections.nCopies(results, accumulator.text())) + " }";
    }
  }

  void multiply(LowOp.MultiplyMatrices op) {
    MatrixInstruction instruction = op.instruction();
    Row row = Row.of(instruction);
    int results = instruction.accumulatorLayout().registers();
    RegisterTile accumulator = tile(op.accumulator(), op.accumulatorIndex());
    var left = bits(tile(op.left(), op.leftIndex()).read(instruction.leftLayout().registers()));
    var right = bits(tile(op.right(), op.rightIndex()).read(instruction.rightLayout().registers()));
    var arguments = new ArrayList<Typed>(left);
    arguments.addAll(right);
    arguments.addAll(accumulator.read(results));
    String all = text.value(call(row, List.of(results, left.size(), right.size()), arguments));
    var parts = new ArrayList<String>();
    for (int i = 0; i < results; i++) {
      parts.add(text.value(Template.fill("extractvalue $ $, $", row.structure(results), all, i)));
    }
    accumulator.write(parts);
  }

  /** The assembly takes registers of 32 bits, floats among them. */
  private List<Typed> bits(List<Typed> registers) {
    return registers.stream()
        .map(
            register ->
                register.type().equals(LlvmType.I32.text())
                    ? register
                    : LlvmType.I32.with(text.value(Template.fill("bitcast $ to i32", register))))
        .toList();
  }

  /**
   * The call of the instruction.
   *
   * @param counts registers of the accumulator, of the left and of the right operand
   */
  private static String call(Row row, List<Integer> counts, List<Typed> arguments) {
    int results = counts.getFirst();
    var assembly = new StringBuilder("mma.sync.aligned.").append(row.name());
    int first = 0;
    for (int count : counts) {
      assembly.append(first == 0 ? " " : ", ").append(registers(first, count));
      first += count;
    }
    assembly.append(", ").append(registers(first, results));
    var constraints = new ArrayList<String>(Collections.nCopies(results, "=" + row.constraint()));
    constraints.addAll(Collections.nCopies(first - results, "r"));
    constraints.addAll(Collections.nCopies(results, row.constraint()));
    return Template.fill(
        "call $ asm \"$;\", \"$\"($)$ memory(none)",
        row.structure(results),
        assembly,
        String.join(",", constraints),
        String.join(", ", arguments.stream().map(Typed::toString).toList()),
        TOGETHER);
  }

  /** E.g. {@code {$4, $5}}. */
  private static String registers(int first, int count) {
    var names = new ArrayList<String>();
    for (int i = first; i < first + count; i++) {
      names.add("$" + i);
    }
    return "{" + String.join(", ", names) + "}";
  }

  void load(LowOp.LoadMatrices op) {
    int count = op.count();
    String type =
        count == 1 ? "i32" : "{ " + String.join(", ", Collections.nCopies(count, "i32")) + " }";
    String name =
        Template.fill(
            "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x$$.b16.p3",
            count,
            op.transposed() ? ".trans" : "");
    String address =
        text.value(
            Template.fill(
                "getelementptr inbounds i$, $ $, i64 $",
                ((Type.MemoryType) op.memory().type()).element().bits(),
                NvptxFlavour.SHARED,
                operands.of(op.memory()),
                operands.of(op.index())));
    var arguments = List.of(new Typed(NvptxFlavour.SHARED, address));
    String all = text.value(text.call(type, name, arguments) + TOGETHER);
    var parts = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      parts.add(count == 1 ? all : text.value(Template.fill("extractvalue $ $, $", type, all, i)));
    }
    tile(op.registers(), op.registersIndex()).write(parts);
  }

  private RegisterTile tile(Value memory, Value index) {
    return new RegisterTile(text, operands, memory, index);
  }
}
