package dev.kiln.ir;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of the hardware's matrix and copy instructions, a constant for each row: its shape and
 * its dtypes. What a row needs of a target and what it does, in plain operations of one thread, is
 * in {@code dev.kiln.lower.instruction}; what a target calls it is with that target's emitter. Each
 * asks for it by a switch without default.
 */
public sealed interface Instruction
    permits MatrixInstruction,
        WarpgroupInstruction,
        LoadInstruction,
        ChunkInstruction,
        BoxInstruction {

  /** All rows. */
  static List<Instruction> all() {
    return Stream.of(
            MatrixInstruction.values(),
            WarpgroupInstruction.values(),
            LoadInstruction.values(),
            ChunkInstruction.values(),
            BoxInstruction.values())
        .<Instruction>flatMap(Arrays::stream)
        .toList();
  }

  /** The row of a valid operation; null where it is no matrix and no copy instruction. */
  static @Nullable Instruction of(Op op) {
    return switch (op) {
      case LowOp.MultiplyMatrices multiply -> multiply.instruction();
      case LowOp.MultiplyWarpgroup multiply -> multiply.instruction();
      case LowOp.LoadMatrices load -> load.instruction();
      case LowOp.StartCopy copy -> copy.instruction();
      case LowOp.CopyBox copy -> copy.instruction();
      case LowOp _, TileOp _ -> null;
    };
  }
}
