package dev.kiln.lang;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A dense array of one to five dimensions, in memory of a device or on chip.
 *
 * <p>Elements lie in row-major order without gaps or header; {@code t()} gives a view of the same
 * elements whose last two dimensions are swapped. An access outside reads zero and writes nothing.
 * Closing a view closes the tensor it views.
 *
 * <p>Elements that lie on a device other than the CPU are copied to and fro by the methods of this
 * type, after the kernels that use them. A single element costs as much as thousands.
 *
 * @param <T> the type of the elements in memory
 */
public abstract sealed class Tensor<T extends DType> implements AutoCloseable
    permits FloatTensor, IntTensor, LongTensor, DoubleTensor, BoolTensor {

  /** What the element accessors get for a place outside. */
  static final long OUTSIDE = -1;

  private static final int MAX_RANK = 5;

  final T dtype;
  final Memory memory;
  final Scope scope;
  final int[] dims;

  /** The distance in bytes between neighbours along each axis. */
  final long[] strides;

  /** Whether elements are reached in place; those of another device are copied back and forth. */
  final boolean inPlace;

  private final boolean contiguous;

  Tensor(T dtype, Memory memory, Scope scope, int[] dims, long[] strides) {
    this.dtype = dtype;
    this.memory = memory;
    this.scope = scope;
    this.dims = dims;
    this.strides = strides;
    this.inPlace = memory.isHost();
    this.contiguous = Arrays.equals(strides, Dimensions.strides(dims, dtype.bytes()));
  }

  /** The number of dimensions, 1 to 5. */
  public final int rank() {
    return dims.length;
  }

  /**
   * The extent along an axis, 0 being the outermost.
   *
   * @throws IllegalArgumentException if there is no such axis
   */
  public final int dim(int axis) {
    if (axis < 0 || axis >= dims.length) {
      throw new IllegalArgumentException(
          "Expected an axis from 0 to %d of %s, found %d.".formatted(dims.length - 1, this, axis));
    }
    return dims[axis];
  }

  /** The extents, outermost first, in an array of the caller's own. */
  public final int[] dims() {
    return dims.clone();
  }

  /** The number of elements. */
  public final long size() {
    return Dimensions.size(dims);
  }

  /** The number of bytes the elements take. */
  public final long byteSize() {
    return size() * dtype.bytes();
  }

  /** The type of the elements in memory. */
  public final T dtype() {
    return dtype;
  }

  /** The storage behind this tensor, shared with its views. */
  public final Memory memory() {
    return memory;
  }

  /** Whether the elements lie in row-major order, which a transposed view's do not. */
  public final boolean isContiguous() {
    return contiguous;
  }

  /** Whether this is a tile of a running block rather than a global tensor. */
  public final boolean isOnChip() {
    return scope != Scope.GLOBAL;
  }

  /** Whether {@link #close} was called on this tensor or a view of it. */
  public final boolean isClosed() {
    return memory.isClosed();
  }

  /** Frees the elements; later uses throw {@link IllegalStateException}. */
  @Override
  public final void close() {
    memory.close();
  }

  /**
   * The region that starts at {@code origin} and is as large as the other side of the {@link
   * Tile#copy(Region, Tensor) copy}.
   *
   * <p>Indices are given outermost first; axes left out start at 0. A tile of lower rank covers the
   * innermost axes.
   *
   * @throws IllegalArgumentException if there are more indices than axes
   */
  public final Region at(int... origin) {
    if (origin.length == 0 || origin.length > dims.length) {
      throw new IllegalArgumentException(
          "Expected 1 to %d indices for a region of %s, found %d."
              .formatted(dims.length, this, origin.length));
    }
    return new Region(this, Arrays.copyOf(origin, dims.length));
  }

  /** This tensor with the last two dimensions swapped, over the same elements. */
  public abstract Tensor<T> t();

  /**
   * Sets all elements from bytes in row-major order.
   *
   * @throws IllegalArgumentException if the sizes differ or this is a transposed view
   */
  public final void copyFrom(MemorySegment bytes) {
    requireBytes(bytes);
    memory.write(0, bytes);
  }

  /**
   * Sets all elements from the remaining bytes of a buffer in row-major order.
   *
   * @throws IllegalArgumentException if the sizes differ or this is a transposed view
   */
  public final void copyFrom(Buffer elements) {
    copyFrom(MemorySegment.ofBuffer(elements));
  }

  /**
   * Writes all elements as bytes in row-major order.
   *
   * @throws IllegalArgumentException if the sizes differ or this is a transposed view
   */
  public final void copyTo(MemorySegment bytes) {
    requireBytes(bytes);
    memory.read(0, bytes);
  }

  /** The bytes of all elements: in place, or a copy if they lie on another device. */
  final MemorySegment readable() {
    if (inPlace) {
      return memory.host();
    }
    MemorySegment copy = writable();
    memory.read(0, copy);
    return copy;
  }

  /** Where to put the bytes of all elements before {@link #written}. */
  final MemorySegment writable() {
    return inPlace ? memory.host() : Arena.ofAuto().allocate(byteSize(), Long.BYTES);
  }

  /** Makes what was put into {@link #writable} the elements. */
  final void written(MemorySegment bytes) {
    if (!inPlace) {
      memory.write(0, bytes);
    }
  }

  /** A copy of the bytes of one element. */
  final MemorySegment fetch(long offset) {
    MemorySegment element = newElement();
    memory.read(offset, element);
    return element;
  }

  /** Room for the bytes of one element. */
  final MemorySegment newElement() {
    return MemorySegment.ofArray(new long[1]).asSlice(0, dtype.bytes());
  }

  /** The element type, extents and place, for example {@code f16[128, 64]}. */
  @Override
  public final String toString() {
    return dtype.id() + Dimensions.text(dims);
  }

  /** This tensor as messages name it, for example {@code shared f16[128, 64]}. */
  final String describe() {
    return scope.word + " " + this;
  }

  final int[] swappedDims() {
    requireMatrix();
    int last = dims.length - 1;
    var swapped = dims.clone();
    swapped[last] = dims[last - 1];
    swapped[last - 1] = dims[last];
    return swapped;
  }

  final long[] swappedStrides() {
    int last = dims.length - 1;
    var swapped = strides.clone();
    swapped[last] = strides[last - 1];
    swapped[last - 1] = strides[last];
    return swapped;
  }

  private void requireMatrix() {
    if (dims.length < 2) {
      throw new IllegalArgumentException(
          "Expected a tensor of two or more dimensions to transpose, found %s.".formatted(this));
    }
  }

  private void requireBytes(MemorySegment bytes) {
    if (!isContiguous()) {
      throw new IllegalArgumentException("Expected a row-major tensor, found a transposed view.");
    }
    requireCount(byteSize(), bytes.byteSize(), "bytes");
  }

  final void requireCount(long expected, long found, String what) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "Expected %d %s for %s, found %d.".formatted(expected, what, this, found));
    }
  }

  /** The number of elements as the length of an array. */
  final int arraySize() {
    return Math.toIntExact(size());
  }

  /** The byte offset of the element with the given number in row-major order of this view. */
  final long offsetOf(long number) {
    if (contiguous) {
      return number * dtype.bytes();
    }
    long rest = number;
    long offset = 0;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      offset += rest % dims[axis] * strides[axis];
      rest /= dims[axis];
    }
    return offset;
  }

  final long offset(int i) {
    if (dims.length != 1) {
      throw wrongRank(1);
    }
    if (i < 0 || i >= dims[0]) {
      return outside(i);
    }
    return i * strides[0];
  }

  final long offset(int i, int j) {
    if (dims.length != 2) {
      throw wrongRank(2);
    }
    if (i < 0 || i >= dims[0] || j < 0 || j >= dims[1]) {
      return outside(i, j);
    }
    return i * strides[0] + j * strides[1];
  }

  final long offset(int i, int j, int k) {
    if (dims.length != 3) {
      throw wrongRank(3);
    }
    if (i < 0 || i >= dims[0] || j < 0 || j >= dims[1] || k < 0 || k >= dims[2]) {
      return outside(i, j, k);
    }
    return i * strides[0] + j * strides[1] + k * strides[2];
  }

  final long offset(int i, int j, int k, int l) {
    return offsetAt(i, j, k, l);
  }

  final long offset(int i, int j, int k, int l, int m) {
    return offsetAt(i, j, k, l, m);
  }

  private long offsetAt(int... index) {
    if (dims.length != index.length) {
      throw wrongRank(index.length);
    }
    long offset = 0;
    for (int axis = 0; axis < index.length; axis++) {
      if (index[axis] < 0 || index[axis] >= dims[axis]) {
        return outside(index);
      }
      offset += index[axis] * strides[axis];
    }
    return offset;
  }

  private long outside(int... index) {
    if (Watch.on()) {
      Watch.outside(this, index);
    }
    return OUTSIDE;
  }

  private IllegalArgumentException wrongRank(int found) {
    return new IllegalArgumentException(
        "Expected %d indices for an element of %s, found %d.".formatted(dims.length, this, found));
  }

  /** The index of the element at a byte offset, for messages. */
  final String indexText(long offset) {
    var index = new long[dims.length];
    var axes =
        IntStream.range(0, dims.length)
            .boxed()
            .sorted((a, b) -> Long.compare(strides[b], strides[a]))
            .toList();
    long rest = offset;
    for (int axis : axes) {
      index[axis] = rest / strides[axis];
      rest %= strides[axis];
    }
    return Arrays.stream(index)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Checks that memory holds a tensor and returns it. */
  static Memory requireRoom(DType dtype, Memory memory, int[] dims) {
    long needed = Math.multiplyExact(Dimensions.size(requireDims(dims)), dtype.bytes());
    long found = memory.byteSize();
    if (found < needed) {
      throw new IllegalArgumentException(
          "Expected at least %d bytes for %s%s, found %d."
              .formatted(needed, dtype, Dimensions.text(dims), found));
    }
    return memory;
  }

  /** Checks what every new tensor must keep and returns its extents in an array of its own. */
  static int[] requireDims(int[] dims) {
    if (dims.length == 0 || dims.length > MAX_RANK) {
      throw new IllegalArgumentException(
          "Expected 1 to %d dimensions, found %d.".formatted(MAX_RANK, dims.length));
    }
    return Dimensions.requirePositive(dims);
  }
}
