package dev.kiln.processor.emit;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.View;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a kernel does with a tensor, as far as its tile IR tells. */
public enum Access {
  /** Reads it, or does not touch it. */
  READ,
  /** Only writes it. */
  WRITE,
  /** Reads and writes it. */
  READWRITE;

  /** The word in manifests and Javadoc. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Access and(Access other) {
    return this == other ? this : READWRITE;
  }

  /** The accesses of a kernel's tensors, by parameter name. */
  static Map<String, Access> of(Kernel kernel) {
    Definitions definitions = Definitions.of(kernel);
    Map<Integer, Access> byBase = new HashMap<>();
    Ops.walk(kernel.body(), op -> note(op, definitions, byBase));
    Map<String, Access> accesses = new HashMap<>();
    for (Param param : kernel.params()) {
      if (param.value().type() instanceof Type.TensorType) {
        accesses.put(param.name(), byBase.getOrDefault(param.value().id(), READ));
      }
    }
    return accesses;
  }

  private static void note(Op op, Definitions definitions, Map<Integer, Access> byBase) {
    switch (op) {
      case TileOp.LoadElement load -> add(load.buffer(), READ, definitions, byBase);
      case TileOp.StoreElement store -> add(store.buffer(), WRITE, definitions, byBase);
      case TileOp.AtomicAdd atomic -> add(atomic.buffer(), READWRITE, definitions, byBase);
      case TileOp.Copy copy -> {
        add(copy.source(), READ, definitions, byBase);
        add(copy.target(), WRITE, definitions, byBase);
      }
      case TileOp.Fill fill -> add(fill.target(), WRITE, definitions, byBase);
      case TileOp.Gemm gemm -> {
        add(gemm.left(), READ, definitions, byBase);
        add(gemm.right(), READ, definitions, byBase);
        add(gemm.accumulator(), READWRITE, definitions, byBase);
      }
      case TileOp.Reduce reduce -> {
        add(reduce.source(), READ, definitions, byBase);
        add(reduce.target(), reduce.clear() ? WRITE : READWRITE, definitions, byBase);
      }
      case TileOp.AllocTile _,
          TileOp.Anchor _,
          TileOp.Transpose _,
          TileOp.Parallel _,
          TileOp.Pipelined _ -> {}
      case LowOp _ -> {}
    }
  }

  private static void add(
      Value buffer, Access access, Definitions definitions, Map<Integer, Access> byBase) {
    byBase.merge(View.of(buffer, definitions).base().id(), access, Access::and);
  }
}
