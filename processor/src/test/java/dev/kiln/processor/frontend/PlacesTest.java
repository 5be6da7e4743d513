package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where kernels may be declared, and the places that operations and findings are given. */
class PlacesTest {
  private static final String KERNEL =
      """
      @TileKernel
      static void k(@Dims("n") FloatTensor<F32> x) {
        grid(x.dim(0), (b) -> x.set(b, x.get(b) + OWN + other(b)));
      }

      @TileFunction
      static float other(float f) {
        return f * OWN;
      }
      """;

  private static void runs(String text) {
    Translated translated = Translated.of(Map.of("k/Top.java", text));
    Differential.of(translated, "k").agreeOn(Differential.random(1, DType.F32, 9));
  }

  private static final String IMPORTS =
      "package k; import static dev.kiln.lang.Tile.*; import dev.kiln.lang.*; ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Top { static final int OWN = 3; %s }",
        "interface Top { int OWN = 3; %s }",
        "record Top(int y) { static final int OWN = 3; %s }",
        "enum Top { A; static final int OWN = 3; %s }",
        "class Top<T> { static final int OWN = 3; %s }",
        "class Top { static final int OWN = 3; static class In { %s } }",
        "class Top { static final int OWN = 3; interface In { final class Deep { %s } } }",
        "@interface Top { int OWN = 3; final class In { %s } }",
      })
  void aKernelMayStandInAnyClass(String form) {
    runs(IMPORTS + form.formatted(KERNEL));
  }

  @Test
  void aKernelMayStandInTheUnnamedPackage() {
    Translated translated =
        Translated.of(
            Map.of(
                "Top.java",
                IMPORTS.replace("package k; ", "")
                    + "class Top { static final int OWN = 3; %s }".formatted(KERNEL)));
    Differential.of(translated, "k").agreeOn(Differential.random(1, DType.F32, 9));
  }

  @Test
  void functionsOfAnotherFileAreRefusedWhereTheyAreCalled() {
    Translated translated =
        Translated.of(
            Map.of(
                "k/Top.java",
                IMPORTS
                    + """
                      class Top {
                        @TileKernel static void k(@Dims("n") FloatTensor<F32> x) {
                          grid(1, (b) -> x.set(b, Other.f(b) + k.Other.C));
                        }
                      }
                      """,
                "k/Other.java",
                IMPORTS
                    + "class Other { @TileFunction static float f(float x) { return x; }"
                    + " static final int C = 4; }"));
    assertEquals(
        List.of(
            "KILN1104 3:35 [KILN1104] 'f' cannot be called in a kernel.   Move it into the"
                + " kernel's source file; functions are inlined from there only."),
        translated.summary());
  }

  @Test
  void linesAndColumnsCountAsEditorsDo() {
    Translated translated =
        Translated.of(
            Map.of(
                "k/Top.java",
                IMPORTS
                    + "\r\nclass Top {\r\n\t@TileKernel static void k(@Dims(\"n\")"
                    + " FloatTensor<F32> x) {\r\n\t\tgrid(1, (b) ->\r\n\t\t\tx.set(b, /* \uD83D\uDD25"
                    + " \\u0041 */ wrong)); } }"));
    Loc loc = translated.findings().getFirst().loc();
    assertEquals("Top.java:5:29", loc.toString());
  }

  @Test
  void operationsOfFunctionsKnowWhoCalled() {
    Translated translated =
        Translated.members(
            """
            @TileKernel static void k(@Dims("n") FloatTensor<F32> x) {
              grid(1, (b) -> x.set(b, twice(x.get(b))));
            }
            @TileFunction static float twice(float x) {
              return plus(x, x);
            }
            @TileFunction static float plus(float x, float y) {
              return x + y;
            }
            """);
    List<Op> ops = new ArrayList<>();
    Kernel kernel = translated.kernels().get("k");
    Ops.walk(kernel.body(), ops::add);
    Loc sum = ops.stream().filter(LowOp.Binary.class::isInstance).findFirst().orElseThrow().loc();
    assertEquals("K.java:12:10 < K.java:9:10 < K.java:6:27", sum.toString());
  }

  @Test
  void eachOperationBlamesItsOwnExpression() {
    String body = "y.set(b, (x.get(b) + 1) * 2 - x.get(b + p) / 3);";
    Translated translated = Translated.block(body);
    Kernel kernel = translated.kernels().get("k");
    List<String> blamed = new ArrayList<>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.Binary) {
            Loc loc = op.loc();
            blamed.add(
                body.substring(loc.column() - 1, loc.column() - 1 + loc.end() - loc.start()));
          }
        });
    assertEquals(
        List.of(
            "x.get(b) + 1",
            "(x.get(b) + 1) * 2",
            "b + p",
            "x.get(b + p) / 3",
            "(x.get(b) + 1) * 2 - x.get(b + p) / 3"),
        blamed);
  }

  @Test
  void aSizeFixedByDimsIsAConstant() {
    TensorData data = Differential.random(1, DType.F32, 7, 6);
    Translated translated =
        Translated.members(
            """
            @TileKernel static void k(@Dims("m, 6") FloatTensor<F32> x) {
              grid(x.dim(0), (b) -> {
                var row = local(F32, x.t().dim(0));
                copy(x.at(b), row);
                parallel(x.dim(1), (i) -> x.set(b, i, row.get(5 - i)));
              });
            }
            """);
    Differential.of(translated, "k").agreeOn(data);
  }
}
