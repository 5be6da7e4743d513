package dev.kiln.lower.laidout;

import dev.kiln.ir.DType;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.layout.Layout;
import dev.kiln.pass.Machine;
import java.util.List;

/** What a kind of machine wants of layouts: the one part of layout inference that differs. */
public interface LayoutRules {
  /** What {@code op} asks of its operands; empty when it takes any layout as well as another. */
  List<LayoutDemand> demands(TileOp op, Machine machine);

  /** The layout of a tile of which nobody asks anything. */
  Layout free(Type.TileType tile, Machine machine);

  /** The dtype that elements of a tile are held in, wide enough to hold each exactly. */
  DType storage(Type.TileType tile, Machine machine);
}
