package dev.kiln.codegen.llvm.cpu;

import dev.kiln.interp.Argument;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small kernels of tile IR, at sizes that do not divide. */
final class TileCases {
  private TileCases() {}

  private static final String GEMM =
      """
      kernel "Cases.gemm" (%0.a: tensor<?x?x$t>, %1.b: tensor<?x?x$t>, %2.c: tensor<?x?x$r>) {
        grid (%16.bx: i32, %17.by: i32) in (%3.gx, %4.gy) {
          %20.as = alloc-tile : shared<$ax$t>
          %21.bs = alloc-tile : shared<$bx$t>
          %22.acc = alloc-tile : fragment<$bmx$bnx$s>
          %23 = constant 0 : $s
          fill %22.acc with %23
          %5.k = dim %0.a axis $kaxis : i32
          %6.bm = constant $bm : i32
          %7.bn = constant $bn : i32
          %8.bk = constant $bk : i32
          %24 = add %5.k, %8.bk : i32
          %25 = div %24, %8.bk : i32
          %26.row = mul %17.by, %6.bm : i32
          %27.column = mul %16.bx, %7.bn : i32
          pipelined %28.ko: i32 in %25 stages 3 {
            %29.k = mul %28.ko, %8.bk : i32
            %30 = anchor %0.a[$aat] : region<global, ?x?x$t>
            copy %30 to %20.as
            %31 = anchor %1.b[$bat] : region<global, ?x?x$t>
            copy %31 to %21.bs
      $views
            gemm $left, $right into %22.acc
          }
          parallel (%40.i: i32, %41.j: i32) in (%6.bm, %7.bn) {
            %42 = load-element %22.acc[%40.i, %41.j] : $s
            %43 = max %42, %23 : $s
            store-element %22.acc[%40.i, %41.j] = %43
          }
          %44 = anchor %2.c[%26.row, %27.column] : region<global, ?x?x$r>
          copy %22.acc to %44
        }
      }
      """;

  /** A tiling and the sizes that it is used on. */
  record Tiling(int bm, int bn, int bk, int m, int n, int k) {}

  static TileCase gemm(DType dtype, Tiling t, boolean leftTransposed, boolean rightTransposed) {
    String views =
        (leftTransposed
                ? "      %%32 = transpose %%20.as : shared<%dx%dx%s>%n"
                    .formatted(t.bm, t.bk, dtype.text())
                : "")
            + (rightTransposed
                ? "      %%33 = transpose %%21.bs : shared<%dx%dx%s>%n"
                    .formatted(t.bk, t.bn, dtype.text())
                : "");
    DType sum = dtype.computed();
    DType result = dtype.isFloat() ? dtype : sum;
    String text =
        GEMM.replace("(%0.a", "(%3.gx: i32, %4.gy: i32, %0.a")
            .replace("$views\n", views)
            .replace("$left", leftTransposed ? "%32" : "%20.as")
            .replace("$right", rightTransposed ? "%33" : "%21.bs")
            .replace("$aat", leftTransposed ? "%29.k, %26.row" : "%26.row, %29.k")
            .replace("$bat", rightTransposed ? "%27.column, %29.k" : "%29.k, %27.column")
            .replace("$ax", leftTransposed ? "$bkx$bmx" : "$bmx$bkx")
            .replace("$bx$t", rightTransposed ? "$bnx$bkx$t" : "$bkx$bnx$t")
            .replace("constant 0 : $s", sum.isFloat() ? "constant 0.0 : $s" : "constant 0 : $s");
    var kernel =
        TileCase.kernel(
            text.replace("$bmx", t.bm + "x")
                .replace("$bnx", t.bn + "x")
                .replace("$bkx", t.bk + "x"),
            "kaxis",
            leftTransposed ? 0 : 1,
            "bm",
            t.bm,
            "bn",
            t.bn,
            "bk",
            t.bk,
            "t",
            dtype.text(),
            "r",
            result.text(),
            "s",
            sum.text());
    int gx = Math.ceilDiv(t.n, t.bn);
    int gy = Math.ceilDiv(t.m, t.bm);
    TensorData a =
        leftTransposed
            ? TileCase.integers(1, dtype, t.k, t.m)
            : TileCase.integers(1, dtype, t.m, t.k);
    TensorData b =
        rightTransposed
            ? TileCase.integers(2, dtype, t.n, t.k)
            : TileCase.integers(2, dtype, t.k, t.n);
    String name =
        "gemm %s %s%s%s"
            .formatted(dtype, t, leftTransposed ? " a.t" : "", rightTransposed ? " b.t" : "");
    return new TileCase(
        name.toLowerCase(Locale.ROOT),
        kernel,
        List.of(gx, gy),
        List.of(
            Argument.Scalar.of(gx),
            Argument.Scalar.of(gy),
            a,
            b,
            TensorData.zeros(result, t.m, t.n)),
        0);
  }

  static List<TileCase> gemms() {
    var cases = new ArrayList<TileCase>();
    var odd = new Tiling(13, 21, 11, 29, 40, 27);
    for (DType dtype : DType.values()) {
      if (dtype != DType.BOOL) {
        cases.add(gemm(dtype, odd, false, false));
      }
    }
    for (boolean left : new boolean[] {false, true}) {
      for (boolean right : new boolean[] {false, true}) {
        cases.add(gemm(DType.F32, odd, left, right));
        cases.add(gemm(DType.F32, new Tiling(32, 48, 16, 40, 50, 33), left, right));
        cases.add(gemm(DType.BF16, new Tiling(8, 16, 16, 17, 31, 16), left, right));
      }
    }
    cases.add(gemm(DType.F32, new Tiling(1, 64, 8, 3, 70, 20), false, false));
    cases.add(gemm(DType.F32, new Tiling(20, 3, 5, 25, 7, 9), false, false));
    cases.add(gemm(DType.F32, new Tiling(6, 16, 4, 12, 32, 8), false, false));
    cases.add(gemm(DType.F64, new Tiling(14, 9, 3, 20, 11, 7), false, true));
    cases.add(gemm(DType.I8, new Tiling(7, 40, 9, 15, 61, 30), true, false));
    return cases;
  }
}
