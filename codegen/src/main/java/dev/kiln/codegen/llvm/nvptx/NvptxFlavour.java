package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.llvm.DebugLines;
import dev.kiln.codegen.llvm.Flavour;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.PrintedValues;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import java.util.List;
import java.util.Map;

/**
 * Tensors are global memory, the arena is shared memory whose size the launch says. A trap writes
 * its number to the launch's trap word, unless another one was first, and goes on: what follows is
 * defined, if meaningless.
 */
final class NvptxFlavour implements Flavour {
  static final String GLOBAL = "ptr addrspace(1)";
  static final String SHARED = "ptr addrspace(3)";

  /** What a function calls the pointer to the launch's trap word. */
  static final String TRAP_WORD = "%trap";

  /** How the driver's {@code vprintf} is told to print each of {@link PrintedValues#kinds}. */
  private static final Map<Character, String> FORMATS =
      Map.of('b', "%s", 'i', "%lld", 'f', "%.9g", 'd', "%.17g");

  private static final String ARENA = "@arena";

  /** What allocations are aligned to at least, and views of them that are passed to kernels. */
  private static final int TENSOR_ALIGNMENT = 16;

  private final DebugLines lines;
  private final ThreadOps threads;

  /** The flavour of one function. */
  NvptxFlavour(DebugLines lines, ThreadOps threads) {
    this.lines = lines;
    this.threads = threads;
  }

  /** The definition of the arena, of which all functions of a module use their part. */
  static String arena() {
    return ARENA + " = external addrspace(3) global [0 x i8], align 1024";
  }

  @Override
  public String tensorPointer() {
    return GLOBAL;
  }

  @Override
  public int tensorAlignment() {
    return TENSOR_ALIGNMENT;
  }

  @Override
  public String arenaPointer() {
    return SHARED;
  }

  @Override
  public String arena(long byteOffset) {
    return Template.fill("getelementptr inbounds i8, $ $, i64 $", SHARED, ARENA, byteOffset);
  }

  @Override
  public void trap(FunctionText text, int site) {
    text.value(
        Template.fill(
            "cmpxchg $ $, i32 0, i32 $ syncscope(\"device\") monotonic monotonic, align 4",
            GLOBAL,
            TRAP_WORD,
            site));
  }

  /** By the driver, which writes lines to the standard output of the process when it waits. */
  @Override
  public void print(LowOp.Print op, FunctionText text, Operands operands) {
    LlvmModule module = text.module();
    var format = new StringBuilder(op.heading().replace("%", "%%"));
    for (char kind : PrintedValues.kinds(op).toCharArray()) {
      format.append(' ').append(FORMATS.get(kind));
    }
    Typed values =
        new PrintedValues(text, operands)
            .store(
                op,
                condition ->
                    new Typed(
                        "ptr",
                        text.value(
                            Template.fill(
                                "select i1 $, ptr $, ptr $",
                                condition,
                                generic(module, "true"),
                                generic(module, "false")))));
    Typed line = new Typed("ptr", generic(module, format.append('\n').toString()));
    text.value(text.call("i32", "vprintf", List.of(line, values)));
  }

  private static String generic(LlvmModule module, String content) {
    return Template.fill(
        "addrspacecast ($ $ to ptr)", GLOBAL, module.words("addrspace(1) ", content));
  }

  @Override
  public String place(Loc loc) {
    return lines.place(loc);
  }

  /** Flushes: without, ptxas puts three instructions around it for results below 2^-126. */
  @Override
  public String powerOfTwo() {
    return "llvm.nvvm.ex2.approx.ftz.f";
  }

  @Override
  public String scale(FunctionText text, Typed floats, Typed counts) {
    throw new IllegalStateException("scaling is expanded");
  }

  @Override
  public void residentBlocks(LowOp.ResidentBlocks op, FunctionText text) {
    String count = NvptxFunction.special("nctaid.x", text);
    text.define(Operands.name(op.result()), Template.fill("zext i32 $ to i64", count));
  }

  @Override
  public String isOfFirst(LowOp.Part op, FunctionText text) {
    return threads.isOfFirst(op);
  }

  @Override
  public void enter(LowOp.Part op, boolean isFirst, FunctionText text) {
    threads.enter(op, isFirst);
  }

  @Override
  public void ofThreads(LowOp.OfThreads op, FunctionText text, Operands operands) {
    threads.emit(op);
  }
}
