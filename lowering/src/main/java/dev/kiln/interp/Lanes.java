package dev.kiln.interp;

import dev.kiln.ir.DType;
import org.jspecify.annotations.Nullable;

/**
 * A scalar or a vector: the bits of each lane, and which lanes are poison. Not changed once a value
 * of the IR holds it.
 */
final class Lanes implements Datum {
  private final DType dtype;
  private final long[] bits;

  /** Null where no lane is poison. */
  private boolean @Nullable [] poison;

  Lanes(DType dtype, int count) {
    this.dtype = dtype;
    this.bits = new long[count];
  }

  static Lanes scalar(DType dtype, long bits) {
    var scalar = new Lanes(dtype, 1);
    scalar.bits[0] = bits;
    return scalar;
  }

  DType dtype() {
    return dtype;
  }

  int count() {
    return bits.length;
  }

  long bits(int lane) {
    return bits[lane];
  }

  boolean isPoison(int lane) {
    return poison != null && poison[lane];
  }

  boolean isTrue(int lane) {
    return bits[lane] != 0;
  }

  double asDouble(int lane) {
    return Bits.toDouble(dtype, bits[lane]);
  }

  void set(int lane, long changed) {
    bits[lane] = changed;
  }

  void setPoison(int lane) {
    if (poison == null) {
      poison = new boolean[bits.length];
    }
    poison[lane] = true;
  }

  void copyLane(int lane, Lanes source, int sourceLane) {
    bits[lane] = source.bits[sourceLane];
    if (source.isPoison(sourceLane)) {
      setPoison(lane);
    }
  }
}
