package dev.kiln.codegen.llvm;

import dev.kiln.ir.Scope;

/** What a target of LLVM's writes differently inside a kernel's body. */
public interface Flavour {
  /** The type of a pointer to memory of {@code scope}. */
  String pointer(Scope scope);

  /**
   * On-chip memory at a byte offset of the block's arena: the instruction that gives its pointer.
   */
  String arena(long byteOffset);

  /** Ends the launch; the last thing in its block. */
  void trap(FunctionText text, int site);
}
