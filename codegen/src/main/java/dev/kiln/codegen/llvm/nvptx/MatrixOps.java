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

  /** The registers of an accumulator. */
  private record Sums(LlvmType type, int count) {
    static Sums of(MatrixInstruction instruction) {
      return new Sums(
          LlvmType.of(new Type.ScalarType(instruction.accumulator())),
          instruction.accumulatorLayout().registers());
    }

    String constraint() {
      return type.equals(LlvmType.FLOAT) ? "f" : "r";
    }

    String structure() {
      return "{ " + String.join(", ", Collections.nCopies(count, type.text())) + " }";
    }
  }

  void multiply(LowOp.MultiplyMatrices op) {
    MatrixInstruction instruction = op.instruction();
    Sums sums = Sums.of(instruction);
    RegisterTile accumulator = tile(op.accumulator(), op.accumulatorIndex());
    var left = bits(tile(op.left(), op.leftIndex()).read(instruction.leftLayout().registers()));
    var right = bits(tile(op.right(), op.rightIndex()).read(instruction.rightLayout().registers()));
    var arguments = new ArrayList<Typed>(left);
    arguments.addAll(right);
    arguments.addAll(accumulator.read(sums.count()));
    String assembly = assembly(instruction, List.of(sums.count(), left.size(), right.size()));
    String all = text.value(call(sums, assembly, arguments));
    var parts = new ArrayList<String>();
    for (int i = 0; i < sums.count(); i++) {
      parts.add(text.value(Template.fill("extractvalue $ $, $", sums.structure(), all, i)));
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
   * The text of the instruction.
   *
   * @param counts registers of the accumulator, of the left and of the right operand
   */
  private static String assembly(MatrixInstruction instruction, List<Integer> counts) {
    var assembly = new StringBuilder(PtxTemplates.of(instruction));
    int first = 0;
    for (int count : counts) {
      assembly.append(first == 0 ? " " : ", ").append(registers(first, count));
      first += count;
    }
    return assembly.append(", ").append(registers(first, counts.getFirst())).toString();
  }

  /** The call of the instruction, whose last arguments are the sums before it. */
  private static String call(Sums sums, String assembly, List<Typed> arguments) {
    int results = sums.count();
    var constraints = new ArrayList<String>(Collections.nCopies(results, "=" + sums.constraint()));
    constraints.addAll(Collections.nCopies(arguments.size() - results, "r"));
    constraints.addAll(Collections.nCopies(results, sums.constraint()));
    return Template.fill(
        "call $ asm \"$;\", \"$\"($)$ memory(none)",
        sums.structure(),
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
    String name = "llvm.nvvm." + PtxTemplates.of(op.instruction()) + ".p3";
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
