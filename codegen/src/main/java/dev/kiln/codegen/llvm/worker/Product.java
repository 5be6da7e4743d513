package dev.kiln.codegen.llvm.worker;

/** What a request yields. */
public enum Product {
  /** The module after its optimisation, as LLVM IR text. */
  OPTIMISED_IR,
  /** The target's assembly text; for NVPTX this is PTX. */
  ASSEMBLY,
  /** A relocatable object file. */
  OBJECT,
  /** A shared library linked from the request's modules, without undefined symbols. */
  SHARED_LIBRARY
}
