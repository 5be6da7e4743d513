package dev.kiln.interp;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import java.math.BigInteger;
import java.util.function.Predicate;

/**
 * What the places of a kernel take in one arena.
 *
 * @param granule the most bytes such that every element of every place takes whole ones
 */
record ArenaSize(long bytes, int granule) {
  /** One byte of an arena, so that slices of other types may be cut from it. */
  private static final DType BYTE = DType.U8;

  private static final ArenaSize EMPTY = new ArenaSize(0, 0);

  /** The arena that holds the places of {@code scopes}. */
  static ArenaSize of(Kernel kernel, Predicate<Scope> scopes) {
    ArenaSize[] size = {EMPTY};
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.ArenaMemory place
              && place.memory().type() instanceof Type.MemoryType type
              && scopes.test(type.scope())) {
            size[0] = size[0].with(place.byteOffset(), place.elements(), type.element().bytes());
          }
        });
    return size[0];
  }

  private ArenaSize with(long start, long elements, int elementBytes) {
    int unit = BigInteger.valueOf(start).gcd(BigInteger.valueOf(elementBytes)).intValue();
    return new ArenaSize(
        Math.max(bytes, start + elements * elementBytes),
        BigInteger.valueOf(granule).gcd(BigInteger.valueOf(unit)).intValue());
  }

  /** The arena, all of it poison. */
  Memory poison() {
    return Memory.poison(BYTE, bytes);
  }
}
