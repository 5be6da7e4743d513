package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.List;
import java.util.Map;

/**
 * Finds accesses to tiles that can never touch an element.
 *
 * <pre>
 * parallel %i in 8 { %j = add %i, 64; load-element %t[%j] }   index 64..71 is outside of 64
 * </pre>
 */
public final class FindStrayIndices {
  public static final Pass PASS =
      Pass.of(
              FindStrayIndices.class,
              Stage.CHECKED,
              "Finds accesses to tiles that can never touch an element.",
              FindStrayIndices::find)
          .needs(Fact.TILE_OPS);

  /** The code of the problem. */
  public static final String OUT_OF_BOUNDS = "KILN1401";

  private FindStrayIndices() {}

  private static Kernel find(Kernel kernel, Context context) {
    var definitions = Definitions.of(kernel);
    var ranges = Ranges.of(kernel);
    Ops.walk(
        kernel.body(),
        op -> {
          Access access = Access.of(op, definitions);
          if (access != null && access.base().type() instanceof Type.TileType tile) {
            check(access, tile, ranges, context);
          }
        });
    return kernel;
  }

  private static void check(Access access, Type.TileType tile, Ranges ranges, Context context) {
    for (int axis = 0; axis < tile.rank(); axis++) {
      int extent = tile.shape().extent(axis);
      Interval index = range(access.indices().get(axis), ranges);
      if (!index.isEmpty() && (index.high() < 0 || index.low() >= extent)) {
        context
            .problems()
            .accept(
                new Problem(
                    OUT_OF_BOUNDS,
                    access.op().loc(),
                    List.of(
                        text(index),
                        Integer.toString(axis),
                        access.base().called(),
                        Integer.toString(extent),
                        Integer.toString(extent - 1))));
        return;
      }
    }
  }

  private static Interval range(LinearForm form, Ranges ranges) {
    Interval sum = Interval.point(form.constant());
    for (Map.Entry<Value, Long> term : form.terms().entrySet()) {
      sum = sum.plus(ranges.of(term.getKey()).times(Interval.point(term.getValue())));
    }
    return sum;
  }

  private static String text(Interval index) {
    return index.isPoint() ? Long.toString(index.low()) : index.low() + ".." + index.high();
  }
}
