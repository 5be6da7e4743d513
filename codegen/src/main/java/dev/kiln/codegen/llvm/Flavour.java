package dev.kiln.codegen.llvm;

import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;

/** What a target of LLVM's writes differently inside a kernel's body. */
public interface Flavour {
  /** The type of a pointer to the elements of a tensor. */
  String tensorPointer();

  /** What the address of every tensor is a multiple of, in bytes; 1 where nothing is known. */
  int tensorAlignment();

  /** The type of a pointer into the block's arena. */
  String arenaPointer();

  /**
   * On-chip memory at a byte offset of the block's arena: the instruction that gives its pointer.
   */
  String arena(long byteOffset);

  /** What is done where a trap's condition holds; may end the block, and must where it returns. */
  void trap(FunctionText text, int site);

  /** Prints a line where the kernel runs. */
  void print(LowOp.Print op, FunctionText text, Operands operands);

  /** What the instructions for a place of the source end with: metadata, or nothing. */
  String place(Loc loc);

  /**
   * The function of LLVM's that is the hardware's power of two, of one {@code float}; asked for
   * only where passes leave powers of two to the target.
   */
  String powerOfTwo();

  /**
   * The instruction for floats times two to the power of integers; asked for only where passes
   * leave it to the target.
   */
  String scale(FunctionText text, Typed floats, Typed counts);

  /** How many blocks the launch has; asked for only where those of a grid go on with others. */
  void residentBlocks(LowOp.ResidentBlocks op, FunctionText text);

  /** Whether a thread is one of the first part's: the operand. */
  String isOfFirst(LowOp.Part op, FunctionText text);

  /** Prints what a part begins with; from here on its threads are who waits for each other. */
  void enter(LowOp.Part op, boolean isFirst, FunctionText text);

  /** Prints what the threads of a block do together, but for what parts them. */
  void ofThreads(LowOp.OfThreads op, FunctionText text, Operands operands);
}
