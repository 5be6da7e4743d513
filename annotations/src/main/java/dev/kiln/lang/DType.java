package dev.kiln.lang;

/**
 * The type of a tensor's elements in memory.
 *
 * <p>Each type is a class with one instance, which {@link Tile} offers as a constant of the same
 * name: {@code FloatTensor<F16>} and {@code shared(F16, 64, 64)}. Elements are stored in the byte
 * order of the machine without padding.
 */
public abstract sealed class DType permits FloatType, IntType, I64, F64, BOOL {

  private final String id;
  private final int bytes;

  DType(String id, int bytes) {
    this.id = id;
    this.bytes = bytes;
  }

  /** The name in messages, manifests and IR, for example {@code f16}. */
  public final String id() {
    return id;
  }

  /** The size of an element in bytes. */
  public final int bytes() {
    return bytes;
  }

  @Override
  public final String toString() {
    return id;
  }
}
