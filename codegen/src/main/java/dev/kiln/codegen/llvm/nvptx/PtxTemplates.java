package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.ChunkInstruction;
import dev.kiln.ir.Instruction;
import dev.kiln.ir.LoadInstruction;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.WarpgroupInstruction;

/**
 * What PTX calls each row of the table of instructions. A {@code $} stands for what an operation
 * says beside its row: of a {@code wgmma}, how many columns it has.
 */
final class PtxTemplates {
  private PtxTemplates() {}

  /** The name of {@code row}; empty where a plain load and a plain store do it. */
  static String of(Instruction row) {
    return switch (row) {
      case MatrixInstruction matrix -> "mma.sync.aligned." + shape(matrix);
      case WarpgroupInstruction warpgroup -> "wgmma.mma_async.sync.aligned." + shape(warpgroup);
      case LoadInstruction load -> "ldmatrix.sync.aligned.m8n8." + count(load) + ".b16";
      case ChunkInstruction chunk -> name(chunk);
      case BoxInstruction box ->
          "cp.async.bulk.tensor."
              + box.rank()
              + "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes";
    };
  }

  private static String shape(MatrixInstruction row) {
    return switch (row) {
      case M16N8K16_F16 -> "m16n8k16.row.col.f32.f16.f16.f32";
      case M16N8K16_BF16 -> "m16n8k16.row.col.f32.bf16.bf16.f32";
      case M16N8K8_TF32 -> "m16n8k8.row.col.f32.tf32.tf32.f32";
      case M16N8K32_E4M3 -> "m16n8k32.row.col.f32.e4m3.e4m3.f32";
      case M16N8K32_E5M2 -> "m16n8k32.row.col.f32.e5m2.e5m2.f32";
      case M16N8K32_E4M3_E5M2 -> "m16n8k32.row.col.f32.e4m3.e5m2.f32";
      case M16N8K32_E5M2_E4M3 -> "m16n8k32.row.col.f32.e5m2.e4m3.f32";
      case M16N8K32_I8 -> "m16n8k32.row.col.s32.s8.s8.s32";
      case M16N8K32_U8 -> "m16n8k32.row.col.s32.u8.u8.s32";
    };
  }

  private static String shape(WarpgroupInstruction row) {
    return switch (row) {
      case M64K16_F16 -> "m64n$k16.f32.f16.f16";
      case M64K16_BF16 -> "m64n$k16.f32.bf16.bf16";
      case M64K8_TF32 -> "m64n$k8.f32.tf32.tf32";
      case M64K32_E4M3 -> "m64n$k32.f32.e4m3.e4m3";
      case M64K32_E5M2 -> "m64n$k32.f32.e5m2.e5m2";
      case M64K32_E4M3_E5M2 -> "m64n$k32.f32.e4m3.e5m2";
      case M64K32_E5M2_E4M3 -> "m64n$k32.f32.e5m2.e4m3";
    };
  }

  private static String count(LoadInstruction row) {
    return switch (row) {
      case X1 -> "x1";
      case X2 -> "x2";
      case X4 -> "x4";
      case X1_TRANSPOSED -> "x1.trans";
      case X2_TRANSPOSED -> "x2.trans";
      case X4_TRANSPOSED -> "x4.trans";
    };
  }

  private static String name(ChunkInstruction row) {
    return switch (row) {
      case ELEMENT -> "";
      case BYTES_4, BYTES_8 -> "cp.async.ca.shared.global";
      case BYTES_16 -> "cp.async.cg.shared.global";
    };
  }
}
