package dev.kiln.ir;

import dev.kiln.layout.Layout;

/** Type of a {@link Value}. */
public sealed interface Type {
  ScalarType F32 = new ScalarType(DType.F32);
  ScalarType F64 = new ScalarType(DType.F64);
  ScalarType I32 = new ScalarType(DType.I32);
  ScalarType I64 = new ScalarType(DType.I64);
  ScalarType BOOL = new ScalarType(DType.BOOL);

  /** A type that arithmetic works on: a scalar, or a vector of scalars lane by lane. */
  sealed interface Arithmetic extends Type {
    DType dtype();

    /** Number of lanes; 1 for a scalar. */
    int lanes();

    /** The same number of lanes of another dtype. */
    default Arithmetic with(DType dtype) {
      return of(dtype, lanes());
    }

    static Arithmetic of(DType dtype, int lanes) {
      return lanes == 1 ? new ScalarType(dtype) : new VectorType(dtype, lanes);
    }
  }

  /** A type that holds elements at multi-dimensional indices: a tensor, a tile or a region. */
  sealed interface Buffer extends Type {
    DType element();

    int rank();

    Scope scope();
  }

  /** One number or truth value. */
  record ScalarType(DType dtype) implements Arithmetic {
    @Override
    public int lanes() {
      return 1;
    }
  }

  /** {@code lanes} numbers or truth values side by side; a vector of BOOL is a mask. */
  record VectorType(DType dtype, int lanes) implements Arithmetic {
    public VectorType {
      if (lanes < 2) {
        throw new IllegalArgumentException("a vector has at least 2 lanes, not " + lanes);
      }
    }
  }

  /** A whole tensor in global memory, row-major and contiguous; its extents are run-time values. */
  record TensorType(DType element, int rank) implements Buffer {
    @Override
    public Scope scope() {
      return Scope.GLOBAL;
    }
  }

  /**
   * A whole on-chip tile, or a whole transposed view of one.
   *
   * @param storage the dtype its elements are held in, wide enough to hold every value of {@code
   *     element} exactly; stores round to {@code element} first. Equal to {@code element} until
   *     layouts are inferred.
   * @param layout where an element lies; {@link Layout.Unplaced} until layouts are inferred
   */
  record TileType(DType element, Shape shape, Scope scope, DType storage, Layout layout)
      implements Buffer {
    public TileType {
      if (scope == Scope.GLOBAL) {
        throw new IllegalArgumentException("a tile is on chip");
      }
    }

    /** A tile as the user declares it: stored as its elements are, not yet placed. */
    public static TileType of(DType element, Shape shape, Scope scope) {
      return new TileType(element, shape, scope, element, Layout.unplaced());
    }

    @Override
    public int rank() {
      return shape.rank();
    }
  }

  /**
   * A tensor or tile seen from an anchor: it has no extents of its own, they come from the other
   * side of the operation. Indices are relative to the anchor; what lies outside the anchored
   * buffer reads as zero and swallows writes.
   */
  record RegionType(DType element, int rank, Scope scope) implements Buffer {}

  /** A mutable variable that holds an arithmetic value. */
  record CellType(Arithmetic content) implements Type {}

  /** Flat memory, indexed by element: what buffers become when tile operations are lowered. */
  record MemoryType(DType element, Scope scope) implements Type {}
}
