package dev.kiln.testkit.random;

import dev.kiln.ir.DType;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What the code that is being generated may use: tiles that are written, and scalars. */
final class Pool {

  /** A tile of which every element is written. */
  static final class Tile {
    private final Value value;
    private Bound bound;

    Tile(Value value, Bound bound) {
      this.value = value;
      this.bound = bound;
    }

    Value value() {
      return value;
    }

    Type.TileType type() {
      return (Type.TileType) value.type();
    }

    DType element() {
      return type().element();
    }

    List<Integer> extents() {
      return type().shape().extents();
    }

    Bound bound() {
      return bound;
    }

    void set(Bound changed) {
      bound = changed;
    }
  }

  /** A scalar of a computed type. */
  record Scalar(Value value, Bound bound) {}

  private final List<Tile> tiles = new ArrayList<>();

  /** Those that may be written again. */
  private final List<Tile> own = new ArrayList<>();

  private final List<Scalar> scalars = new ArrayList<>();

  void add(Tile tile) {
    tiles.add(tile);
    own.add(tile);
  }

  void add(Scalar scalar) {
    scalars.add(scalar);
  }

  List<Tile> tiles(Predicate<Tile> wanted) {
    return tiles.stream().filter(wanted).toList();
  }

  List<Tile> tiles() {
    return List.copyOf(tiles);
  }

  List<Scalar> scalars(DType dtype) {
    return scalars.stream().filter(scalar -> scalar.value().dtype() == dtype).toList();
  }

  /** Takes {@code tile} out; what is generated next does not see it. */
  void hide(Tile tile) {
    tiles.remove(tile);
    own.remove(tile);
  }

  List<Tile> own() {
    return List.copyOf(own);
  }

  /** A pool with the same contents, for a body that runs at most once. */
  Pool inner() {
    Pool inner = repeated();
    inner.own.addAll(own);
    return inner;
  }

  /**
   * For a body that may run again: it writes no tile from outside, since each run could widen what
   * holds of it.
   */
  Pool repeated() {
    var inner = new Pool();
    inner.tiles.addAll(tiles);
    inner.scalars.addAll(scalars);
    return inner;
  }
}
