package dev.kiln.lower.laidout;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.View;
import dev.kiln.ir.DType;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Precision;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.lower.instruction.Needs;
import dev.kiln.pass.Machine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which matrix instructions compute the products of a kernel.
 *
 * @param rounded tiles of F32 whose elements copies have rounded to TF32
 */
public record MatrixInstructions(Definitions definitions, Machine machine, Set<Value> rounded) {
  public MatrixInstructions {
    rounded = Set.copyOf(rounded);
  }

  /** That for a product, if the product's extents suit it; null where there is none. */
  public @Nullable MatrixInstruction of(TileOp.Gemm gemm) {
    DType left = tile(gemm.left()).element();
    DType right = tile(gemm.right()).element();
    if (!left.multiplies(right) || tile(gemm.accumulator()).element() != DType.F32) {
      return null;
    }
    return switch (left) {
      case F16, BF16 -> row(left, right);
      // F16 holds each of them, and sums of its products keep all bits that F32 has.
      case E4M3, E5M2 -> takesBytes(gemm) ? row(left, right) : MatrixInstruction.M16N8K16_F16;
      case F32 -> gemm.precision() == Precision.TF32 ? row(left, right) : null;
      case F64, I8, I16, I32, I64, U8, BOOL -> null;
    };
  }

  private static MatrixInstruction row(DType left, DType right) {
    return MatrixInstruction.of(left, right).orElseThrow();
  }

  int warps() {
    return machine.threads() / WarpTiling.WARP;
  }

  /**
   * Whether instructions read the factors of a product from memory 16 bytes of a row at a time, so
   * that rows had best lie swizzled.
   */
  public boolean readsRows(TileOp.Gemm gemm) {
    return tile(gemm.left()).element().bytes() == 2 || takesBytes(gemm) || takesRounded(gemm);
  }

  /** Whether a warpgroup reads factors of F32, along the depth, which are TF32 already. */
  boolean takesRounded(TileOp.Gemm gemm) {
    return Needs.areMet(WarpgroupInstruction.M64K8_TF32, machine)
        && gemm.precision() == Precision.TF32
        && rounded.contains(View.of(gemm.left(), definitions).base())
        && rounded.contains(View.of(gemm.right(), definitions).base())
        && liesAlong(gemm.left(), 1)
        && liesAlong(gemm.right(), 0);
  }

  /** Elements of 8 bits are read along the depth only, from both factors. */
  private boolean takesBytes(TileOp.Gemm gemm) {
    Type.TileType left = tile(gemm.left());
    DType right = tile(gemm.right()).element();
    if (!left.element().isByteFloat() || !right.isByteFloat()) {
      return false;
    }
    MatrixInstruction row = row(left.element(), right);
    return Needs.areMet(row, machine)
        && left.shape().extent(1) % row.depth() == 0
        && liesAlong(gemm.left(), 1)
        && liesAlong(gemm.right(), 0);
  }

  /** Whether a factor is a whole tile, or one transposed, whose rows run along an axis. */
  private boolean liesAlong(Value factor, int axis) {
    View view = View.of(factor, definitions);
    return view.axes().getLast().source() == axis
        && view.axes().stream().allMatch(each -> each.offsets().isEmpty());
  }

  private static Type.TileType tile(Value value) {
    return (Type.TileType) value.type();
  }
}
