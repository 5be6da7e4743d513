package dev.kiln.lower.laidout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.text.Parser;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the four warps of a block share a product, as its kernel asks and as its extents allow. */
class WarpTilingTest {
  private static final Machine MACHINE =
      new Machine("test", 16, 255, 65_536, 1 << 17, 128, Set.of());

  private static @Nullable WarpTiling tiling(String element, int rows, int columns, String policy) {
    String text =
        """
        kernel "product" () {
          %0 = constant 1 : i32
          grid (%1: i32) in (%0) {
            %2.a = alloc-tile : shared<ROWSx64xELEMENT>
            %3.b = alloc-tile : shared<64xCOLUMNSxELEMENT>
            %4.c = alloc-tile : fragment<ROWSxCOLUMNSxf32>
            gemm %2.a, %3.b into %4.c warps POLICY
          }
        }
        """;
    Kernel kernel =
        Parser.parse(
            "product.ir",
            text.replace("ELEMENT", element)
                .replace("ROWS", Integer.toString(rows))
                .replace("COLUMNS", Integer.toString(columns))
                .replace("POLICY", policy));
    List<Op> products = new ArrayList<>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof TileOp.Gemm) {
            products.add(op);
          }
        });
    return WarpTiling.of(
        (TileOp.Gemm) products.getFirst(),
        new MatrixInstructions(Definitions.of(kernel), MACHINE, Set.of()),
        /* areRowsWhole= */ false);
  }

  /** Warps are at work before a policy is followed: 16 rows are one warp's, however asked. */
  @ParameterizedTest
  @CsvSource({
    "128, 128, square, 2, 2",
    "128, 128, full-row, 4, 1",
    "128, 128, full-column, 1, 4",
    "256, 32, square, 4, 1",
    "16, 128, full-row, 1, 4",
    "128, 8, full-column, 4, 1",
    "16, 8, square, 1, 1",
  })
  void aPolicyIsFollowedWhereItLeavesNoWarpIdle(
      int rows, int columns, String policy, int down, int across) {
    WarpTiling tiling = tiling("bf16", rows, columns, policy);
    assertEquals(
        down + " x " + across,
        tiling == null ? "none" : tiling.warpRows() + " x " + tiling.warpColumns());
  }

  @Test
  void extentsThatNoInstructionDividesHaveNone() {
    assertNull(tiling("bf16", 24, 64, "square"));
    assertNull(tiling("bf16", 64, 12, "square"));
    assertNull(tiling("f32", 64, 64, "square"));
    assertNull(tiling("i8", 64, 64, "square"));
  }
}
