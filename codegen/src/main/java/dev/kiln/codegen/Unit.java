package dev.kiln.codegen;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.lower.flat.Arena;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kernel that has reached {@code EMITTABLE} for one target.
 *
 * @param symbol the name of its entry point, e.g. {@code kiln_k0_v3}
 */
public record Unit(String symbol, Target target, Kernel kernel) {

  /** The on-chip memory that one block needs: where the last piece of its arena ends. */
  public long scratchBytes() {
    return Arena.bytes(kernel);
  }

  /** How many threads run a block. */
  public int threads() {
    return kernel.body().ops().stream()
        .mapToInt(op -> op instanceof LowOp.Grid grid ? grid.threads() : 1)
        .max()
        .orElse(1);
  }

  private boolean isPersistent() {
    return kernel.body().ops().stream().anyMatch(LowOp.ResidentBlocks.class::isInstance);
  }

  /** Whether it may print lines. */
  public boolean prints() {
    return Ops.any(kernel.body(), LowOp.Print.class::isInstance);
  }

  /**
   * What the runtime has to know, in keys that begin with the target's tag: {@code scratchBytes},
   * {@code prints} where it may, and where a block is run by several threads {@code threads},
   * {@code persistent} where they go on with others, {@code align}, what addresses of tensors must
   * be multiples of, and {@code map.<i>}, its {@linkplain TensorMaps tensor maps}. The tag of a
   * {@linkplain Target#isSpare spare} is a key itself, for the rest of its symbol.
   */
  public SortedMap<String, String> properties() {
    String tag = target.tag();
    var properties = new TreeMap<String, String>();
    properties.put(tag + ".scratchBytes", Long.toString(scratchBytes()));
    if (prints()) {
      properties.put(tag + ".prints", "true");
    }
    if (target.machine().threads() > 1) {
      properties.put(tag + ".threads", Integer.toString(threads()));
      properties.put(tag + ".align", Integer.toString(target.machine().vectorBytes()));
      if (isPersistent()) {
        properties.put(tag + ".persistent", "1");
      }
    }
    List<TensorMaps.TensorMap> maps = TensorMaps.of(kernel).maps();
    for (int i = 0; i < maps.size(); i++) {
      properties.put(tag + ".map." + i, maps.get(i).text());
    }
    if (target.isSpare()) {
      properties.put(tag, "_" + tag.substring(tag.indexOf('.') + 1));
    }
    return properties;
  }
}
