package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.llvm.Flavour;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.Scope;

/** One address space; the arena is the scratch memory that the caller passes; a trap returns. */
final class CpuFlavour implements Flavour {
  @Override
  public String pointer(Scope scope) {
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
}
