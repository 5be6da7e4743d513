package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.Ranges;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
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
 * Finds blocks that touch one element of a tensor, at least one of them writing.
 *
 * <pre>
 * grid %x in %n { copy %tile to %out at [0] }   blocks 0 and 1 both touch [0]
 * </pre>
 *
 * Looked at are the first blocks of a grid, as many as its extents can be shown to allow, as if all
 * other sizes were large enough; what stands under conditions that differ between blocks, or under
 * several that a launch may decide apart, and indices that do not follow from the numbers of the
 * block, are taken to be right.
 */
public final class FindBlockRaces {
  public static final Pass PASS =
      Pass.of(
              FindBlockRaces.class,
              Stage.CHECKED,
              "Finds blocks that touch one element of a tensor.",
              FindBlockRaces::find)
          .needs(Fact.TILE_OPS);

  /** The code of the problem. */
  public static final String RACE = "KILN1403";

  /** Blocks along each axis that are looked at, by the rank of the grid. */
  private static final List<Integer> WINDOW = List.of(0, 4, 3, 2);

  /** Accesses to one tensor that are looked at; unrolled loops may have many. */
  private static final int MOST_BOXES = 64;

  private FindBlockRaces() {}

  private static Kernel find(Kernel kernel, Context context) {
    Definitions definitions = Definitions.throughCells(kernel);
    Ranges ranges = Ranges.of(kernel);
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.Grid grid) {
            new Search(grid, definitions, ranges, context).find();
          }
        });
    return kernel;
  }

  /** The search of one grid. */
  private static final class Search {
    private final LowOp.Grid grid;
    private final Definitions definitions;
    private final Evaluation evaluation;
    private final Ranges ranges;
    private final Context context;
    private final Map<Value, Value> parallel = new HashMap<>();
    private final Uniformity uniformity;
    private final Branches branches;

    private Search(LowOp.Grid grid, Definitions definitions, Ranges ranges, Context context) {
      this.grid = grid;
      this.definitions = definitions;
      this.evaluation = new Evaluation(definitions);
      this.ranges = ranges;
      this.context = context;
      var seeds = new HashSet<>(grid.blocks());
      Ops.walk(
          grid.body(),
          op -> {
            if (op instanceof TileOp.Parallel loop) {
              for (int i = 0; i < loop.indices().size(); i++) {
                parallel.put(loop.indices().get(i), loop.extents().get(i));
              }
            }
          });
      seeds.addAll(parallel.keySet());
      uniformity = Uniformity.of(grid.body(), seeds);
      branches = Branches.of(grid.body(), definitions);
    }

    private void find() {
      var byBase = new HashMap<Value, List<Box>>();
      var first = new HashMap<Value, Long>();
      grid.blocks().forEach(block -> first.put(block, 0L));
      CommonOps.walk(
          grid.body(),
          uniformity,
          op -> {
            for (Box box : Box.of(op, parallel, definitions)) {
              List<Box> boxes = byBase.computeIfAbsent(box.base(), base -> new ArrayList<>());
              if (isKnown(box.with(first, evaluation)) && boxes.size() < MOST_BOXES) {
                boxes.add(box);
              }
            }
          });
      List<Map<Value, Long>> blocks = blocks();
      byBase.values().forEach(boxes -> search(boxes, blocks));
    }

    /** Whether what is left in a place, with the numbers of a block in it, varies no more. */
    private boolean isKnown(Box box) {
      return box.ranges().stream()
          .flatMap(range -> range.start().terms().keySet().stream())
          .noneMatch(uniformity::varies);
    }

    private List<Map<Value, Long>> blocks() {
      List<Map<Value, Long>> all = List.of(Map.of());
      for (int axis = grid.blocks().size() - 1; axis >= 0; axis--) {
        long most = ranges.of(grid.extents().get(axis)).high();
        long count = Math.min(most, WINDOW.get(grid.blocks().size()));
        var longer = new ArrayList<Map<Value, Long>>();
        for (Map<Value, Long> rest : all) {
          for (long i = 0; i < count; i++) {
            var extended = new HashMap<>(rest);
            extended.put(grid.blocks().get(axis), i);
            longer.add(extended);
          }
        }
        all = longer;
      }
      return all;
    }

    private void search(List<Box> boxes, List<Map<Value, Long>> blocks) {
      Set<Op> reported = new HashSet<>();
      for (Box write : boxes) {
        if (write.kind() == Access.Kind.READ || reported.contains(write.op())) {
          continue;
        }
        Meeting meeting = meeting(write, boxes, blocks);
        if (meeting != null) {
          reported.add(write.op());
          reported.add(meeting.other().op());
          report(write, meeting);
        }
      }
    }

    /** An element that two blocks touch. */
    private record Meeting(
        Box other, Map<Value, Long> first, Map<Value, Long> second, List<LinearForm> element) {}

    private @Nullable Meeting meeting(Box write, List<Box> boxes, List<Map<Value, Long>> blocks) {
      for (Box other : boxes) {
        boolean areAtomic =
            write.kind() == Access.Kind.ATOMIC && other.kind() == Access.Kind.ATOMIC;
        boolean mayMeet = !areAtomic && branches.together(write.op(), other.op());
        Meeting meeting = mayMeet ? meeting(write, other, blocks) : null;
        if (meeting != null) {
          return meeting;
        }
      }
      return null;
    }

    private @Nullable Meeting meeting(Box write, Box other, List<Map<Value, Long>> blocks) {
      for (int i = 0; i < blocks.size(); i++) {
        for (int j = 0; j < blocks.size(); j++) {
          List<LinearForm> element =
              i == j
                  ? null
                  : write
                      .with(blocks.get(i), evaluation)
                      .firstCommon(other.with(blocks.get(j), evaluation));
          if (element != null) {
            return new Meeting(
                other, blocks.get(Math.min(i, j)), blocks.get(Math.max(i, j)), element);
          }
        }
      }
      return null;
    }

    private void report(Box write, Meeting meeting) {
      String element =
          meeting.element().stream().map(LinearForm::toString).collect(Collectors.joining(", "));
      var problem =
          new Problem(
              RACE,
              write.op().loc(),
              List.of(
                  text(meeting.first()),
                  text(meeting.second()),
                  "[" + element + "]",
                  write.base().called(),
                  example(write)));
      boolean isOneOp = Ops.same(write.op(), meeting.other().op());
      if (!isOneOp) {
        problem = problem.with("The other block touches it here.", meeting.other().op().loc());
      }
      context.problems().accept(problem.with("This grid may have several blocks.", grid.loc()));
    }

    /** How a block writes its own part by the word that is to blame, in one dimension. */
    private static String example(Box write) {
      String tensor = write.base().called();
      if (write.op() instanceof TileOp.Copy) {
        return "copy(tile, %s.at(block * size))".formatted(tensor);
      }
      boolean isMany = write.ranges().stream().anyMatch(range -> range.size() > 1);
      return tensor + (isMany ? ".set(block * size + i, value)" : ".set(block, value)");
    }

    private String text(Map<Value, Long> block) {
      String numbers =
          grid.blocks().stream()
              .map(index -> Long.toString(block.getOrDefault(index, 0L)))
              .collect(Collectors.joining(", "));
      return grid.blocks().size() == 1 ? numbers : "(" + numbers + ")";
    }
  }
}
