package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A parallel loop, and what the numbers around it are when it is run for the first time.
 *
 * <pre>
 * grid %x in %n { for %k = 0 to %m { parallel %i in 64 { } } }   x = 0, k = 0
 * </pre>
 *
 * <p>A launch that runs the loop at all runs it so, where nothing but counted loops stands around
 * it, whose bounds are the same for all blocks and iterations. Otherwise no numbers are known.
 */
record FirstRun(TileOp.Parallel parallel, Map<Value, Long> numbers) {

  /** Of all parallel loops of a kernel, in the order of the text. */
  static List<FirstRun> of(Kernel kernel, Definitions definitions) {
    var search = new Search(definitions);
    search.visit(kernel.body(), Map.of());
    return search.found;
  }

  /** One walk over a kernel. */
  private static final class Search {
    private final Definitions definitions;
    private final List<FirstRun> found = new ArrayList<>();

    private Search(Definitions definitions) {
      this.definitions = definitions;
    }

    private void visit(Body body, Map<Value, Long> numbers) {
      for (Op op : body.ops()) {
        if (op instanceof TileOp.Parallel parallel) {
          found.add(new FirstRun(parallel, numbers));
        }
        Map<Value, Long> inner = within(op, numbers);
        Ops.bodies(op).forEach(nested -> visit(nested, inner));
      }
    }

    private Map<Value, Long> within(Op op, Map<Value, Long> numbers) {
      if (op instanceof LowOp.Grid grid) {
        var first = new HashMap<Value, Long>();
        grid.blocks().forEach(block -> first.put(block, 0L));
        return first;
      }
      if (numbers.isEmpty() || Jumps.areIn(op)) {
        return Map.of();
      }
      return switch (op) {
        case LowOp.For loop when definitions.isFixed(loop.upper()) -> {
          Literal lower = definitions.constant(loop.lower());
          yield lower == null ? Map.of() : with(numbers, loop.index(), lower.asLong());
        }
        case TileOp.Pipelined loop when definitions.isFixed(loop.extent()) ->
            with(numbers, loop.index(), 0);
        case LowOp _, TileOp _ -> Map.of();
      };
    }

    private static Map<Value, Long> with(Map<Value, Long> numbers, Value index, long first) {
      var all = new HashMap<>(numbers);
      all.put(index, first);
      return all;
    }
  }
}
