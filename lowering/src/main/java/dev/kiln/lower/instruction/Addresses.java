package dev.kiln.lower.instruction;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;

/** Where memory of the block begins, as far as swizzles care. */
record Addresses(Definitions definitions) {
  static Addresses of(Kernel kernel) {
    return new Addresses(Definitions.of(kernel));
  }

  /** Memory that has no place yet begins at one that suits. */
  SwizzledMemory swizzled(Value memory) {
    long start = definitions.of(memory) instanceof LowOp.ArenaMemory place ? place.byteOffset() : 0;
    return new SwizzledMemory(memory, start);
  }
}
