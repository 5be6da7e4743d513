package dev.kiln.lang;

/**
 * A place in a tensor from which a copy starts; its extents are those of the other side.
 *
 * <p>Made by {@link Tensor#at}. Parts that lie outside the tensor read zero and are not written.
 */
public final class Region {

  final Tensor<?> tensor;

  /** One index an axis of the tensor. */
  final int[] origin;

  Region(Tensor<?> tensor, int[] origin) {
    this.tensor = tensor;
    this.origin = origin;
  }

  /** The tensor and the origin, for example {@code f16[128, 64] at [64, 0]}. */
  @Override
  public String toString() {
    return tensor + " at " + Dimensions.text(origin);
  }
}
