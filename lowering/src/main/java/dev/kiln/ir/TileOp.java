package dev.kiln.ir;

import java.util.List;

/**
 * The tile dialect: operations that keep the user's intent. Buffers are tensors, tiles and regions
 * with multi-dimensional indices; an access outside of one reads zero and writes nothing.
 */
public sealed interface TileOp extends Op {

  /** Makes a tile for the rest of the enclosing body; its contents are undefined. */
  record AllocTile(@Result Value tile, Loc loc) implements TileOp, Effect.Allocates {}

  /** {@code view[x] = source[indices + x]}; missing trailing indices are 0. */
  record Anchor(@Result Value view, Value source, List<Value> indices, Loc loc)
      implements TileOp, Effect.Pure {
    public Anchor {
      indices = List.copyOf(indices);
    }
  }

  /** {@code view[.., i, j] = source[.., j, i]}. */
  record Transpose(@Result Value view, Value source, Loc loc) implements TileOp, Effect.Pure {}

  /** {@code result = buffer[indices]}, in the computed type of the element. */
  record LoadElement(@Result Value result, Value buffer, List<Value> indices, Loc loc)
      implements TileOp, Effect.Reads {
    public LoadElement {
      indices = List.copyOf(indices);
    }
  }

  /** {@code buffer[indices] = value}, rounded to the element type. */
  record StoreElement(Value buffer, List<Value> indices, Value value, Loc loc)
      implements TileOp, Effect.Writes {
    public StoreElement {
      indices = List.copyOf(indices);
    }
  }

  /** {@code buffer[indices] += value}, one element, atomically among all blocks and iterations. */
  record AtomicAdd(Value buffer, List<Value> indices, Value value, Loc loc)
      implements TileOp, Effect.Writes {
    public AtomicAdd {
      indices = List.copyOf(indices);
    }
  }

  /**
   * {@code target[x] = source[x]} for all x of the side that has extents; converts the element
   * type. The rank of the smaller side is aligned with the trailing dimensions of the other.
   */
  record Copy(Value source, Value target, Loc loc) implements TileOp, Effect.Writes {}

  /** {@code target[x] = value} for a whole tile. */
  record Fill(Value target, Value value, Loc loc) implements TileOp, Effect.Writes {}

  /**
   * {@code accumulator[i, j] += sum over k of left[i, k] * right[k, j]}, whole tiles.
   *
   * @param precision TF32 for factors of F32 only
   */
  record Gemm(
      Value left, Value right, Value accumulator, Precision precision, WarpPolicy policy, Loc loc)
      implements TileOp, Effect.Writes {
    /** A product of which the user asks nothing special. */
    public Gemm(Value left, Value right, Value accumulator, Loc loc) {
      this(left, right, accumulator, Precision.FULL, WarpPolicy.SQUARE, loc);
    }
  }

  /**
   * {@code target[.. without axis ..] = kind over axis of source}; combined with the old contents
   * of the target unless {@code clear}. The target of a source of rank 1 has one element.
   */
  record Reduce(ReduceKind kind, Value source, Value target, int axis, boolean clear, Loc loc)
      implements TileOp, Effect.Writes {}

  /** Runs the body for every index below the extents; the iterations are independent. */
  record Parallel(@Argument List<Value> indices, List<Value> extents, Body body, Loc loc)
      implements TileOp, Effect.Control {
    public Parallel {
      indices = List.copyOf(indices);
      extents = List.copyOf(extents);
    }
  }

  /**
   * A counted loop from 0 whose copies may run up to {@code stages - 1} iterations ahead.
   *
   * @param isOverlapped whether it has been decided that those do that can run beside the threads
   */
  record Pipelined(
      @Argument Value index, Value extent, int stages, boolean isOverlapped, Body body, Loc loc)
      implements TileOp, Effect.Control {
    /** As the user wrote it: nothing is decided yet. */
    public Pipelined(Value index, Value extent, int stages, Body body, Loc loc) {
      this(index, extent, stages, /* isOverlapped= */ false, body, loc);
    }
  }
}
