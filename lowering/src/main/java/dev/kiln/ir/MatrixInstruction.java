package dev.kiln.ir;

import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The matrix instructions of {@link LowOp.MultiplyMatrices}, a row each: {@code accumulator [m, n]
 * += left [m, k] * right [k, n]} by the 32 threads of a warp, with the elements that each of them
 * holds. Source: PTX ISA 9.0, 9.7.14.5.
 */
public enum MatrixInstruction implements Instruction {
  M16N8K16_F16(16, DType.F16, DType.F16, DType.F32),
  M16N8K16_BF16(16, DType.BF16, DType.BF16, DType.F32),
  /** F32 operands are cut to 10 bits of fraction by the hardware. */
  M16N8K8_TF32(8, DType.F32, DType.F32, DType.F32),
  /** Sums of 8-bit floats keep about 13 bits of the largest term or sum, cut off. */
  M16N8K32_E4M3(32, DType.E4M3, DType.E4M3, DType.F32),
  M16N8K32_E5M2(32, DType.E5M2, DType.E5M2, DType.F32),
  M16N8K32_E4M3_E5M2(32, DType.E4M3, DType.E5M2, DType.F32),
  M16N8K32_E5M2_E4M3(32, DType.E5M2, DType.E4M3, DType.F32),
  M16N8K32_I8(32, DType.I8, DType.I8, DType.I32),
  M16N8K32_U8(32, DType.U8, DType.U8, DType.I32);

  private final int depth;
  private final DType left;
  private final DType right;
  private final DType accumulator;

  MatrixInstruction(int depth, DType left, DType right, DType accumulator) {
    this.depth = depth;
    this.left = left;
    this.right = right;
    this.accumulator = accumulator;
  }

  /** The row for operands of these dtypes. */
  public static Optional<MatrixInstruction> of(DType left, DType right) {
    return Stream.of(values()).filter(row -> row.left == left && row.right == right).findFirst();
  }

  public int rows() {
    return 16;
  }

  public int columns() {
    return 8;
  }

  /** The extent that is summed over. */
  public int depth() {
    return depth;
  }

  /** The dtype of the left operand's elements. */
  public DType left() {
    return left;
  }

  /** That of the right operand's, which are as wide. */
  public DType right() {
    return right;
  }

  public DType accumulator() {
    return accumulator;
  }

  /** Where the accumulator's elements lie, by row and column. */
  public Layout.Fragment accumulatorLayout() {
    return new Layout.Fragment(
        List.of(
            List.of(Mode.threads(8, 4), Mode.registers(2, 2)),
            List.of(Mode.registers(2, 1), Mode.threads(4, 1))));
  }

  /** Where the left operand's elements lie, by row and depth. */
  public Layout.Fragment leftLayout() {
    int packed = packed();
    return new Layout.Fragment(
        List.of(List.of(Mode.threads(8, 4), Mode.registers(2, packed)), depthModes(2 * packed)));
  }

  /** Where the right operand's elements lie, by depth and column. */
  public Layout.Fragment rightLayout() {
    int packed = packed();
    return new Layout.Fragment(List.of(depthModes(packed), List.of(Mode.threads(8, 4))));
  }

  /** How many elements of an operand a register of 32 bits has. */
  private int packed() {
    return 4 / left.bytes();
  }

  /** Elements of one 32-bit register side by side, then 4 threads, then the other half. */
  private List<Mode> depthModes(int half) {
    int packed = packed();
    return packed == 1
        ? List.of(Mode.threads(4, 1), Mode.registers(2, half))
        : List.of(Mode.registers(packed, 1), Mode.threads(4, 1), Mode.registers(2, half));
  }
}
