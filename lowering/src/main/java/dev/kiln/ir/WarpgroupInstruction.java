package dev.kiln.ir;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The instructions of {@link LowOp.MultiplyWarpgroup}, a row for each pair of dtypes: {@code
 * accumulator [64, n] += left [64, k] * right [k, n]} in F32 by the 128 threads of a warpgroup,
 * {@code n} being a multiple of 8 up to 256. Source: PTX ISA 9.0, 9.7.15.
 */
public enum WarpgroupInstruction implements Instruction {
  M64K16_F16(DType.F16, DType.F16),
  M64K16_BF16(DType.BF16, DType.BF16),
  /** F32 operands are cut to 10 bits of fraction by the hardware. */
  M64K8_TF32(DType.F32, DType.F32),
  /** Sums of 8-bit floats keep about 13 bits of the largest term or sum, cut off. */
  M64K32_E4M3(DType.E4M3, DType.E4M3),
  M64K32_E5M2(DType.E5M2, DType.E5M2),
  M64K32_E4M3_E5M2(DType.E4M3, DType.E5M2),
  M64K32_E5M2_E4M3(DType.E5M2, DType.E4M3);

  /** Of one operand along the depth. */
  private static final int DEPTH_BYTES = 32;

  /** Where an operand lies, as {@link LowOp.MultiplyWarpgroup} describes it. */
  public enum Place {
    REGISTERS,
    ALONG,
    ACROSS
  }

  private final DType left;
  private final DType right;

  WarpgroupInstruction(DType left, DType right) {
    this.left = left;
    this.right = right;
  }

  /** The row for operands of these dtypes. */
  public static Optional<WarpgroupInstruction> of(DType left, DType right) {
    return Stream.of(values()).filter(row -> row.left == left && row.right == right).findFirst();
  }

  public int rows() {
    return 64;
  }

  /** The extent that is summed over. */
  public int depth() {
    return DEPTH_BYTES / left.bytes();
  }

  /** The dtype of the left operand's elements. */
  public DType left() {
    return left;
  }

  /** That of the right operand's, which are as wide. */
  public DType right() {
    return right;
  }

  /** Where the left operand may lie. */
  public Set<Place> leftPlaces() {
    return left.bytes() == 2 ? EnumSet.allOf(Place.class) : EnumSet.of(Place.ALONG);
  }

  /** Where the right operand may lie. */
  public Set<Place> rightPlaces() {
    Set<Place> places = leftPlaces();
    places.remove(Place.REGISTERS);
    return places;
  }
}
