package dev.kiln.lang;

import java.lang.foreign.MemorySegment;

/**
 * A tensor whose elements are read as {@code int}.
 *
 * <p>Writing keeps the low bits that the element has room for.
 *
 * @param <T> the type of the elements in memory
 */
public final class IntTensor<T extends IntType> extends Tensor<T> {

  private IntTensor(T dtype, Memory memory, Scope scope, int[] dims, long[] strides) {
    super(dtype, memory, scope, dims, strides);
  }

  /** A new global tensor of zeros in memory of the CPU; {@link #close} frees it. */
  public static <T extends IntType> IntTensor<T> of(T dtype, int... dims) {
    long bytes = Math.multiplyExact(Dimensions.size(requireDims(dims)), dtype.bytes());
    return over(dtype, Memory.allocate(bytes), dims);
  }

  /**
   * A global tensor over existing memory, whose first bytes are the elements in row-major order.
   *
   * @throws IllegalArgumentException if the memory is too small
   */
  public static <T extends IntType> IntTensor<T> over(T dtype, Memory memory, int... dims) {
    return new IntTensor<>(
        dtype,
        requireRoom(dtype, memory, dims),
        Scope.GLOBAL,
        requireDims(dims),
        Dimensions.strides(dims, dtype.bytes()));
  }

  static <T extends IntType> IntTensor<T> onChip(T dtype, Memory memory, Scope scope, int[] dims) {
    return new IntTensor<>(dtype, memory, scope, dims, Dimensions.strides(dims, dtype.bytes()));
  }

  @Override
  public IntTensor<T> t() {
    return new IntTensor<>(dtype, memory, scope, swappedDims(), swappedStrides());
  }

  /** The element of a tensor of one dimension; zero outside. */
  public int get(int i) {
    return load(offset(i));
  }

  /** The element of a tensor of two dimensions; zero outside. */
  public int get(int i, int j) {
    return load(offset(i, j));
  }

  /** The element of a tensor of three dimensions; zero outside. */
  public int get(int i, int j, int k) {
    return load(offset(i, j, k));
  }

  /** The element of a tensor of four dimensions; zero outside. */
  public int get(int i, int j, int k, int l) {
    return load(offset(i, j, k, l));
  }

  /** The element of a tensor of five dimensions; zero outside. */
  public int get(int i, int j, int k, int l, int m) {
    return load(offset(i, j, k, l, m));
  }

  /** Sets the element of a tensor of one dimension; nothing outside. */
  public void set(int i, int value) {
    store(offset(i), value);
  }

  /** Sets the element of a tensor of two dimensions; nothing outside. */
  public void set(int i, int j, int value) {
    store(offset(i, j), value);
  }

  /** Sets the element of a tensor of three dimensions; nothing outside. */
  public void set(int i, int j, int k, int value) {
    store(offset(i, j, k), value);
  }

  /** Sets the element of a tensor of four dimensions; nothing outside. */
  public void set(int i, int j, int k, int l, int value) {
    store(offset(i, j, k, l), value);
  }

  /** Sets the element of a tensor of five dimensions; nothing outside. */
  public void set(int i, int j, int k, int l, int m, int value) {
    store(offset(i, j, k, l, m), value);
  }

  /**
   * Sets all elements in row-major order.
   *
   * @throws IllegalArgumentException if the number of elements differs
   */
  public void copyFrom(int[] elements) {
    requireCount(size(), elements.length, "elements");
    MemorySegment segment = writable();
    for (int i = 0; i < elements.length; i++) {
      dtype.store(segment, offsetOf(i), elements[i]);
    }
    written(segment);
  }

  /** All elements in row-major order. */
  public int[] toInts() {
    var elements = new int[arraySize()];
    MemorySegment segment = readable();
    for (int i = 0; i < elements.length; i++) {
      elements[i] = dtype.load(segment, offsetOf(i));
    }
    return elements;
  }

  int load(long offset) {
    if (offset == OUTSIDE) {
      return 0;
    }
    if (Watch.on()) {
      Watch.read(this, offset);
    }
    return inPlace ? dtype.load(memory.host(), offset) : dtype.load(fetch(offset), 0);
  }

  void store(long offset, int value) {
    if (offset == OUTSIDE) {
      return;
    }
    if (Watch.on()) {
      Watch.write(this, offset);
    }
    if (inPlace) {
      dtype.store(memory.host(), offset, value);
      return;
    }
    MemorySegment element = newElement();
    dtype.store(element, 0, value);
    memory.write(offset, element);
  }

  void add(long offset, int value) {
    if (offset == OUTSIDE) {
      return;
    }
    if (Watch.on()) {
      Watch.add(this, offset);
    }
    MemorySegment segment = memory.host();
    dtype.store(segment, offset, dtype.load(segment, offset) + value);
  }
}
