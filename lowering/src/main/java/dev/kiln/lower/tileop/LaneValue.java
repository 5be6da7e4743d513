package dev.kiln.lower.tileop;

import dev.kiln.ir.Value;

/** What a scalar value of a parallel body is when several iterations run side by side. */
public sealed interface LaneValue {

  /** {@code first + lane * step}, modulo the width; the same in all lanes when step is 0. */
  record Stepped(Value first, long step) implements LaneValue {}

  /** One value a lane, without a known order. */
  record Varying(Value vector) implements LaneValue {}

  /** The same in every lane. */
  static LaneValue same(Value scalar) {
    return new Stepped(scalar, 0);
  }

  default boolean isSame() {
    return this instanceof Stepped stepped && stepped.step() == 0;
  }
}
