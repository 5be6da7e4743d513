package dev.kiln.processor.decl;

import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import org.jspecify.annotations.Nullable;

/** A parameter of a kernel method, in the user's words. */
public sealed interface ParameterDecl {

  /** The parameter's name. */
  String name();

  /** Where the name stands. */
  Loc loc();

  /**
   * A tensor in global memory.
   *
   * @param dims what {@code @Dims} says; null without one
   */
  record Tensor(String name, DType element, @Nullable DimsDecl dims, Loc loc)
      implements ParameterDecl {}

  /** A run-time number: I32, I64, F32, F64 or BOOL. */
  record Scalar(String name, DType type, Loc loc) implements ParameterDecl {}

  /** A {@code @Const} number of the same types, which variants give. */
  record Constant(String name, DType type, Loc loc) implements ParameterDecl {}
}
