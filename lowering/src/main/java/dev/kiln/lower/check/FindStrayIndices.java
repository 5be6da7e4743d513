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
 * Finds accesses to tiles and tensors that can never touch an element. Those that touch some are
 * right: what lies outside reads as zero.
 *
 * <pre>
 * parallel %i in 8 { %j = add %i, 64; load-element %t[%j] }   index 64..71 is outside of 64
 * %n = dim %x 0; load-element %x[%n]                          index n is outside of n
 * </pre>
 *
 * No size is taken to be 0: a launch without elements has nothing to do.
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
    Ops.walk(kernel.body(), new Search(kernel, context)::check);
    return kernel;
  }

  /** The search of one kernel. */
  private static final class Search {
    private final Kernel kernel;
    private final Definitions definitions;
    private final Ranges ranges;
    private final Sizes sizes;
    private final Context context;

    private Search(Kernel kernel, Context context) {
      this.kernel = kernel;
      this.definitions = Definitions.throughCells(kernel);
      this.ranges = Ranges.of(kernel);
      this.sizes = new Sizes(kernel);
      this.context = context;
    }

    /** An index that is outside, and the size that it is outside of, as messages show them. */
    private record Stray(String index, String size) {
      String last() {
        return Sizes.isNumber(size) ? Long.toString(Long.parseLong(size) - 1) : size + " - 1";
      }
    }

    private void check(Op op) {
      Access access = Access.of(op, definitions);
      for (int axis = 0; access != null && axis < access.indices().size(); axis++) {
        Stray stray = stray(bySizes(access.indices().get(axis)), access.base(), axis);
        if (stray != null) {
          report(problem(access, axis, stray), access);
          return;
        }
      }
    }

    /** With one term for all sizes of one name. */
    private LinearForm bySizes(LinearForm index) {
      LinearForm sum = new LinearForm(Map.of(), index.constant());
      for (Map.Entry<Value, Long> term : index.terms().entrySet()) {
        sum = sum.plus(size(term.getKey()).times(term.getValue()));
      }
      return sum;
    }

    private LinearForm size(Value value) {
      LinearForm size =
          definitions.of(value) instanceof LowOp.Dim dim
              ? sizes.form(dim.tensor(), dim.axis())
              : null;
      return size == null ? new LinearForm(Map.of(value, 1L), 0) : size;
    }

    private @Nullable Stray stray(LinearForm form, Value base, int axis) {
      Interval index = range(form);
      if (index.isEmpty()) {
        return null;
      }
      String size = sizes.name(base, axis);
      if (index.high() < 0) {
        return new Stray(text("", index), size);
      }
      if (Sizes.isNumber(size)) {
        return index.low() >= Long.parseLong(size) ? new Stray(text("", index), size) : null;
      }
      LinearForm extent = sizes.form(base, axis);
      Interval behind = extent == null ? Interval.EMPTY : range(form.plus(extent.times(-1)));
      return !behind.isEmpty() && behind.low() >= 0 ? new Stray(text(size, behind), size) : null;
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
        sum = sum.plus(range(term.getKey()).times(Interval.point(term.getValue())));
      }
      return sum;
    }

    private Interval range(Value value) {
      Interval range = ranges.of(value);
      return definitions.of(value) instanceof LowOp.Dim
          ? new Interval(Math.max(1, range.low()), range.high())
          : range;
    }

    private static Problem problem(Access access, int axis, Stray stray) {
      return new Problem(
              OUT_OF_BOUNDS,
              access.op().loc(),
              List.of(
                  stray.index(),
                  Integer.toString(axis),
                  access.base().called(),
                  stray.size(),
                  stray.last()))
          .of(access.operand(axis));
    }

    private void report(Problem problem, Access access) {
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
