package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.llvm.Flavour;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;

/** One address space; the arena is the scratch memory that the caller passes; a trap returns. */
final class CpuFlavour implements Flavour {
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
  public String place(Loc loc) {
    return "";
  }

  @Override
  public void ofThreads(LowOp.OfThreads op, FunctionText text, Operands operands) {
    throw new IllegalStateException("a block has one thread, at " + op.loc());
  }
}
