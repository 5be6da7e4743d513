package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds accesses to tiles and tensors that can never touch an element.
 *
 * <pre>
 * parallel %i in 8 { %j = add %i, 64; load-element %t[%j] }   index 64..71 is outside of 64
 * %n = dim %x 0; load-element %x[%n]                          index n is outside of n
 * </pre>
 */
public final class FindStrayIndices {
  public static final Pass PASS =
      Pass.of(
              FindStrayIndices.class,
              Stage.CHECKED,
              "Finds accesses to tiles and tensors that can never touch an element.",
              FindStrayIndices::find)
          .needs(Fact.TILE_OPS);

  /** The code of the problem. */
  public static final String OUT_OF_BOUNDS = "KILN1401";

  /** Bounds beyond it are left out of messages: they come from the range of int. */
  private static final long FAR = 1 << 30;

  private FindStrayIndices() {}

  private static Kernel find(Kernel kernel, Context context) {
    var search = new Search(kernel, Definitions.of(kernel), Ranges.of(kernel), context);
    Ops.walk(kernel.body(), search::check);
    return kernel;
  }

  /** The search of one kernel. */
  private record Search(Kernel kernel, Definitions definitions, Ranges ranges, Context context) {

    /** An index that is outside, and the size that it is outside of, as messages show them. */
    private record Stray(String index, String size, String last) {}

    void check(Op op) {
      Access access = Access.of(op, definitions);
      for (int axis = 0; access != null && axis < access.indices().size(); axis++) {
        Stray stray = stray(access, axis);
        if (stray != null) {
          report(access, axis, stray);
          return;
        }
      }
    }

    private @Nullable Stray stray(Access access, int axis) {
      LinearForm form = access.indices().get(axis);
      Interval index = range(form);
      if (index.isEmpty()) {
        return null;
      }
      if (access.base().type() instanceof Type.TileType tile) {
        int extent = tile.shape().extent(axis);
        return index.high() < 0 || index.low() >= extent
            ? new Stray(text("", index), Integer.toString(extent), Integer.toString(extent - 1))
            : null;
      }
      String size = size(access.base(), axis);
      if (index.high() < 0) {
        return new Stray(text("", index), size, size + " - 1");
      }
      Interval behind = behind(form, size);
      return behind == null ? null : new Stray(text(size, behind), size, size + " - 1");
    }

    /** How far an index is behind the size of a dimension; null where it may be before it. */
    private @Nullable Interval behind(LinearForm form, String size) {
      for (Map.Entry<Value, Long> term : form.terms().entrySet()) {
        if (term.getValue() == 1
            && definitions.of(term.getKey()) instanceof LowOp.Dim dim
            && size(dim.tensor(), dim.axis()).equals(size)) {
          Interval rest = range(form.with(Map.of(term.getKey(), 0L)));
          return !rest.isEmpty() && rest.low() >= 0 ? rest : null;
        }
      }
      return null;
    }

    /** Sizes with one text are equal: those that {@code @Dims} gives one name. */
    private String size(Value tensor, int axis) {
      String name = kernel.dimName(tensor, axis);
      return name.isEmpty() ? "%s.dim(%d)".formatted(tensor.hint(), axis) : name;
    }

    private @Nullable Param param(Value tensor) {
      return kernel.params().stream()
          .filter(param -> param.value().equals(tensor))
          .findFirst()
          .orElse(null);
    }

    private Interval range(LinearForm form) {
      Interval sum = Interval.point(form.constant());
      for (Map.Entry<Value, Long> term : form.terms().entrySet()) {
        sum = sum.plus(ranges.of(term.getKey()).times(Interval.point(term.getValue())));
      }
      return sum;
    }

    private void report(Access access, int axis, Stray stray) {
      var problem =
          new Problem(
              OUT_OF_BOUNDS,
              access.op().loc(),
              List.of(
                  stray.index(),
                  Integer.toString(axis),
                  access.base().called(),
                  stray.size(),
                  stray.last()));
      Param param = param(access.base());
      context
          .problems()
          .accept(
              param == null || param.dims().isEmpty()
                  ? problem
                  : problem.with("Its dimensions are named here.", param.loc()));
    }

    /** As in a sentence: {@code n + 3}, {@code 8 to 15}, {@code n or more}. */
    private static String text(String size, Interval index) {
      if (index.isPoint() || index.high() > FAR) {
        return at(size, index.low()) + (index.isPoint() ? "" : " or more");
      }
      return index.low() < -FAR
          ? at(size, index.high()) + " or less"
          : at(size, index.low()) + " to " + at(size, index.high());
    }

    private static String at(String size, long behind) {
      return size.isEmpty() ? Long.toString(behind) : behind == 0 ? size : size + " + " + behind;
    }
  }
}
