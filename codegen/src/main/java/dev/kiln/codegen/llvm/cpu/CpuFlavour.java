package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.llvm.Flavour;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.PrintedValues;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import java.util.List;

/**
 * One address space; the arena is the scratch memory that the caller passes; a trap returns; lines
 * are given to a function of the caller's.
 */
final class CpuFlavour implements Flavour {
  /**
   * What a function calls the pointer to {@code void print(ptr heading, ptr kinds, ptr values)}.
   */
  static final String PRINTER = "%print";

  /** An operand of instructions of AVX-512: rounding by the control register, to nearest even. */
  private static final String ROUNDING_AS_SET = "4";

  @Override
  public String tensorPointer() {
    return "ptr";
  }

  @Override
  public int tensorAlignment() {
    return 1;
  }

  @Override
  public String arenaPointer() {
    return "ptr";
  }

  @Override
  public String arena(long byteOffset) {
    return Template.fill("getelementptr inbounds i8, ptr %scratch, i64 $", byteOffset);
  }

  @Override
  public void trap(FunctionText text, int site) {
    text.end("ret i32 " + site);
  }

  @Override
  public void print(LowOp.Print op, FunctionText text, Operands operands) {
    Typed values =
        new PrintedValues(text, operands)
            .store(
                op,
                condition ->
                    LlvmType.I64.with(text.value(Template.fill("zext i1 $ to i64", condition))));
    LlvmModule module = text.module();
    text.line(
        Template.fill(
            "call void $(ptr $, ptr $, $)",
            PRINTER,
            module.words("", op.heading()),
            module.words("", PrintedValues.kinds(op)),
            values));
  }

  @Override
  public String place(Loc loc) {
    return "";
  }

  @Override
  public String powerOfTwo() {
    throw new IllegalStateException("powers of two are expanded");
  }

  /** Of sixteen lanes, for AVX-512. */
  @Override
  public String scale(FunctionText text, Typed floats, Typed counts) {
    LlvmType type = LlvmType.FLOAT.times(16);
    String powers = text.value(Template.fill("sitofp $ to $", counts, type.text()));
    List<Typed> arguments =
        List.of(
            floats,
            type.with(powers),
            type.with("zeroinitializer"),
            new Typed("i16", "-1"),
            LlvmType.I32.with(ROUNDING_AS_SET));
    return text.call(type.text(), "llvm.x86.avx512.mask.scalef.ps.512", arguments);
  }

  @Override
  public void residentBlocks(LowOp.ResidentBlocks op, FunctionText text) {
    throw new IllegalStateException("blocks do not go on with others, at " + op.loc());
  }

  @Override
  public String isOfFirst(LowOp.Part op, FunctionText text) {
    throw oneThread(op);
  }

  @Override
  public void enter(LowOp.Part op, boolean isFirst, FunctionText text) {
    throw oneThread(op);
  }

  @Override
  public void ofThreads(LowOp.OfThreads op, FunctionText text, Operands operands) {
    throw oneThread(op);
  }

  private static IllegalStateException oneThread(LowOp op) {
    return new IllegalStateException("a block has one thread, at " + op.loc());
  }
}
