package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/** A number as the unevaluated sum of two floats, the second below half a unit of the first. */
record Twofold(Value high, Value low) {
  /** Splits 53 bits into 26 and 27. */
  private static final double SPLITTER = 0x1.0p27 + 1;

  /** {@code left + right}, exact. */
  static Twofold sum(Formula f, Value left, Value right) {
    Value sum = f.add(left, right);
    Value part = f.sub(sum, left);
    Value error = f.add(f.sub(left, f.sub(sum, part)), f.sub(right, part));
    return new Twofold(sum, error);
  }

  /** {@code left + right}, exact if left is the larger one. */
  static Twofold ordered(Formula f, Value left, Value right) {
    Value sum = f.add(left, right);
    return new Twofold(sum, f.sub(right, f.sub(sum, left)));
  }

  /** {@code left * right} of F64 far from overflow and underflow, exact. */
  static Twofold product(Formula f, Value left, Value right) {
    Value product = f.mul(left, right);
    Twofold a = split(f, left);
    Twofold b = split(f, right);
    Value error = f.sub(f.mul(a.high(), b.high()), product);
    Value cross = f.add(f.add(error, f.mul(a.high(), b.low())), f.mul(a.low(), b.high()));
    return new Twofold(product, f.add(cross, f.mul(a.low(), b.low())));
  }

  private static Twofold split(Formula f, Value x) {
    Value shifted = f.mul(x, SPLITTER);
    Value high = f.sub(shifted, f.sub(shifted, x));
    return new Twofold(high, f.sub(x, high));
  }

  Twofold plus(Formula f, Twofold other) {
    Twofold sum = sum(f, high, other.high);
    return ordered(f, sum.high, f.add(sum.low, f.add(low, other.low)));
  }

  Twofold times(Formula f, Twofold other) {
    Twofold product = product(f, high, other.high);
    Value cross = f.add(f.mul(high, other.low), f.mul(low, other.high));
    return ordered(f, product.high, f.add(product.low, cross));
  }

  Twofold times(Formula f, double high, double low) {
    return times(f, new Twofold(f.of(high), f.of(low)));
  }
}
