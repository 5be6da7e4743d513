package dev.kiln.lower.instruction;

import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.ChunkInstruction;
import dev.kiln.ir.Instruction;
import dev.kiln.ir.LoadInstruction;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import java.util.Set;

/** What a target whose blocks are run by several threads must have for an instruction. */
public final class Needs {
  private Needs() {}

  /** The features that {@code row} needs; those with warps have the rest. */
  public static Set<Feature> of(Instruction row) {
    return switch (row) {
      case MatrixInstruction matrix -> of(matrix);
      case WarpgroupInstruction _ -> Set.of(Feature.WARPGROUPS);
      case LoadInstruction _ -> Set.of();
      case ChunkInstruction _ -> Set.of(Feature.CHUNK_COPIES);
      case BoxInstruction _ -> Set.of(Feature.BOX_COPIES);
    };
  }

  private static Set<Feature> of(MatrixInstruction row) {
    return switch (row) {
      case M16N8K16_F16, M16N8K16_BF16, M16N8K8_TF32, M16N8K32_I8, M16N8K32_U8 -> Set.of();
      case M16N8K32_E4M3, M16N8K32_E5M2, M16N8K32_E4M3_E5M2, M16N8K32_E5M2_E4M3 ->
          Set.of(Feature.BYTE_PRODUCTS);
    };
  }

  /** Whether {@code machine} has {@code row}. */
  public static boolean areMet(Instruction row, Machine machine) {
    return machine.features().containsAll(of(row));
  }
}
