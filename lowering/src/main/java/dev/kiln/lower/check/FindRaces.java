package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.Ranges;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds iterations of a parallel loop that touch one element, at least one of them writing.
 *
 * <pre>
 * parallel %i in 64 { store-element %sum[0] = %x }   iterations 0 and 1 both touch [0]
 * </pre>
 *
 * Indices that follow from those of the loop, or differ from them by what is the same in all
 * iterations, are computed for the first iterations, as many as the extents can be shown to allow,
 * at most {@link #MANY} where these are not constant; where that shows nothing, for the {@linkplain
 * FirstRun first run} of the loop. What stands under conditions that differ between iterations, or
 * under several that may be decided apart, and all other indices, are taken to be right.
 */
public final class FindRaces {
  public static final Pass PASS =
      Pass.of(
              FindRaces.class,
              Stage.CHECKED,
              "Finds iterations of a parallel loop that touch one element.",
              FindRaces::find)
          .needs(Fact.TILE_OPS);

  /** The code of the problem. */
  public static final String RACE = "KILN1402";

  /** Iterations along each axis that are looked at, by the rank of the loop. */
  private static final List<Integer> WINDOW = List.of(0, 256, 16, 6);

  /** Iterations along an axis of an unknown extent that are looked at. */
  private static final long MANY = 4;

  private static final String FIRST =
      "So it is in the first block, at the first iteration of the loops around.";

  private FindRaces() {}

  private static Kernel find(Kernel kernel, Context context) {
    var definitions = Definitions.throughCells(kernel);
    var finder = new Search(definitions, Ranges.of(kernel), context);
    FirstRun.of(kernel, definitions).forEach(finder::find);
    return kernel;
  }

  /** The search of one kernel. */
  private static final class Search {
    private final Definitions definitions;
    private final Evaluation evaluation;
    private final Ranges ranges;
    private final Context context;

    private Search(Definitions definitions, Ranges ranges, Context context) {
      this.definitions = definitions;
      this.evaluation = new Evaluation(definitions);
      this.ranges = ranges;
      this.context = context;
    }

    private void find(FirstRun run) {
      TileOp.Parallel parallel = run.parallel();
      var uniformity = Uniformity.of(parallel.body(), Set.copyOf(parallel.indices()));
      var accesses = new ArrayList<Access>();
      CommonOps.walk(
          parallel.body(),
          uniformity,
          op -> {
            Access access = Access.of(op, definitions);
            if (access != null) {
              accesses.add(access);
            }
          });
      Set<Value> own = made(parallel.body());
      accesses.removeIf(access -> own.contains(access.base()));
      Branches branches = Branches.of(parallel.body(), definitions);
      Loop loop = new Loop(parallel, accesses, uniformity, branches).suspects();
      if (loop.accesses().stream().allMatch(access -> access.kind() == Access.Kind.READ)) {
        return;
      }
      List<Problem> found = search(loop, Map.of());
      if (found.isEmpty() && !run.numbers().isEmpty()) {
        found =
            search(loop, run.numbers()).stream()
                .map(problem -> problem.with(FIRST, parallel.loc()))
                .toList();
      }
      found.forEach(context.problems());
    }

    private static Set<Value> made(Body body) {
      var made = new HashSet<Value>();
      Ops.walk(
          body,
          op -> {
            if (op instanceof TileOp.AllocTile alloc) {
              made.add(alloc.tile());
            }
          });
      return made;
    }

    /** A parallel loop with what its iterations touch. */
    private record Loop(
        TileOp.Parallel parallel, List<Access> accesses, Uniformity uniformity, Branches branches) {
      Loop {
        accesses = List.copyOf(accesses);
      }

      /** The loop without accesses that two iterations cannot share. */
      private Loop suspects() {
        List<Access> suspects =
            accesses.stream().filter(access -> !isApart(access.base())).toList();
        return new Loop(parallel, suspects, uniformity, branches);
      }

      /**
       * Whether each iteration touches an element of its own: all accesses name the same one, and
       * each index of the loop decides one of its coordinates alone.
       */
      private boolean isApart(Value base) {
        List<List<LinearForm>> elements =
            accesses.stream()
                .filter(access -> access.base().equals(base))
                .map(Access::indices)
                .distinct()
                .toList();
        return elements.size() == 1
            && parallel.indices().stream()
                .allMatch(
                    index -> elements.getFirst().stream().anyMatch(form -> decides(index, form)));
      }

      private boolean decides(Value index, LinearForm form) {
        return form.terms().containsKey(index)
            && form.terms().keySet().stream()
                .allMatch(term -> term.equals(index) || !uniformity.varies(term));
      }

      /** Whether an index is the same in any other iteration but for the numbers in it. */
      private boolean isKnown(LinearForm index) {
        return index.terms().keySet().stream().noneMatch(uniformity::varies);
      }
    }

    /** An element; of those who touch it, two of a kind are kept, which tell any third apart. */
    private record Element(Value base, List<LinearForm> indices) {}

    private List<Problem> search(Loop loop, Map<Value, Long> around) {
      var touched = new HashMap<Element, List<Touch>>();
      var reported = new HashSet<Op>();
      var found = new ArrayList<Problem>();
      for (Map<Value, Long> iteration : iterations(loop.parallel())) {
        var numbers = new HashMap<>(around);
        numbers.putAll(iteration);
        for (Access access : loop.accesses()) {
          List<LinearForm> at =
              access.indices().stream().map(form -> evaluation.with(form, numbers)).toList();
          if (isOutside(access.base(), at) || !at.stream().allMatch(loop::isKnown)) {
            continue;
          }
          List<Touch> touches =
              touched.computeIfAbsent(new Element(access.base(), at), key -> new ArrayList<>());
          Touch own = new Touch(iteration, access, loop.branches());
          Touch other = conflict(touches, own);
          if (other != null && reported.add(blamed(own, other))) {
            found.add(problem(loop.parallel(), other, own, at));
          }
          List<Touch> like = touches.stream().filter(own::isLike).toList();
          if (like.size() < 2
              && like.stream().noneMatch(touch -> touch.iteration().equals(iteration))) {
            touches.add(own);
          }
        }
      }
      return found;
    }

    /** An access by an iteration. */
    private record Touch(Map<Value, Long> iteration, Access access, Branches branches) {
      boolean isLike(Touch other) {
        return access.kind() == other.access.kind()
            && branches.alike(access.op(), other.access.op());
      }

      boolean meets(Touch other) {
        return branches.together(access.op(), other.access.op());
      }

      boolean isWrite() {
        return access.kind() == Access.Kind.WRITE;
      }
    }

    private static @Nullable Touch conflict(List<Touch> touches, Touch own) {
      for (Touch other : touches) {
        if (other.access().kind() != own.access().kind() || own.isWrite()) {
          if (!other.iteration().equals(own.iteration()) && own.meets(other)) {
            return other;
          }
        }
      }
      return null;
    }

    private static Op blamed(Touch one, Touch other) {
      return one.access().kind() != Access.Kind.READ ? one.access().op() : other.access().op();
    }

    private static boolean isOutside(Value base, List<LinearForm> at) {
      if (base.type() instanceof Type.TileType tile) {
        for (int axis = 0; axis < at.size(); axis++) {
          LinearForm index = at.get(axis);
          if (index.isConstant()
              && (index.constant() < 0 || index.constant() >= tile.shape().extent(axis))) {
            return true;
          }
        }
      }
      return false;
    }

    /** The first iterations, as far as the loop is known to go. */
    private List<Map<Value, Long>> iterations(TileOp.Parallel parallel) {
      int rank = parallel.indices().size();
      List<Map<Value, Long>> all = List.of(Map.of());
      for (int axis = 0; axis < rank; axis++) {
        Interval extent = ranges.of(parallel.extents().get(axis));
        long most = extent.isPoint() ? extent.high() : Math.min(extent.high(), MANY);
        long count = Math.min(most, WINDOW.get(rank));
        var longer = new ArrayList<Map<Value, Long>>();
        for (Map<Value, Long> start : all) {
          for (long i = 0; i < count; i++) {
            var extended = new HashMap<>(start);
            extended.put(parallel.indices().get(axis), i);
            longer.add(extended);
          }
        }
        all = longer;
      }
      return all;
    }

    private static Problem problem(
        TileOp.Parallel parallel, Touch first, Touch second, List<LinearForm> element) {
      String at = element.stream().map(LinearForm::toString).collect(Collectors.joining(", "));
      return new Problem(
          RACE,
          blamed(second, first).loc(),
          List.of(
              text(parallel, first.iteration()),
              text(parallel, second.iteration()),
              "[" + at + "]",
              second.access().base().called()));
    }

    private static String text(TileOp.Parallel parallel, Map<Value, Long> iteration) {
      String numbers =
          parallel.indices().stream()
              .map(index -> Long.toString(iteration.getOrDefault(index, 0L)))
              .collect(Collectors.joining(", "));
      return parallel.indices().size() == 1 ? numbers : "(" + numbers + ")";
    }
  }
}
