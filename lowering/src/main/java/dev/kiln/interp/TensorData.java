package dev.kiln.interp;

import dev.kiln.ir.DType;
import java.util.Arrays;
import java.util.List;

/** A tensor that a kernel is run on: row-major, its elements as they are stored. */
public final class TensorData implements Argument {
  private final DType dtype;
  private final List<Integer> dims;
  private final byte[] bytes;
  private final Memory memory;

  private TensorData(DType dtype, List<Integer> dims, byte[] bytes) {
    this.dtype = dtype;
    this.dims = List.copyOf(dims);
    this.bytes = bytes;
    this.memory = Memory.of(dtype, bytes);
  }

  /** A tensor of zeros. */
  public static TensorData zeros(DType dtype, Integer... dims) {
    return zeros(dtype, List.of(dims));
  }

  public static TensorData zeros(DType dtype, List<Integer> dims) {
    long elements = dims.stream().mapToLong(dim -> dim).reduce(1, Math::multiplyExact);
    return new TensorData(dtype, dims, new byte[Math.toIntExact(elements * dtype.bytes())]);
  }

  public DType dtype() {
    return dtype;
  }

  public List<Integer> dims() {
    return dims;
  }

  /** Number of elements. */
  public int size() {
    return bytes.length / dtype.bytes();
  }

  /** The elements as stored, little-endian; not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** The bits of an element, counted row-major; see {@link Bits}. */
  public long bits(int position) {
    return memory.get(position);
  }

  public void setBits(int position, long bits) {
    memory.set(position, bits);
  }

  /** An element as a double; integers too, those of I64 rounded. */
  public double get(int position) {
    return Bits.toDouble(dtype, memory.get(position));
  }

  /** Sets an element to the nearest that its dtype has; integers wrap. */
  public void set(int position, double value) {
    memory.set(
        position, dtype.isFloat() ? Bits.ofDouble(dtype, value) : Bits.wrap(dtype, (long) value));
  }

  public TensorData copy() {
    return new TensorData(dtype, dims, bytes.clone());
  }

  Memory memory() {
    return memory;
  }

  /** Bit for bit. */
  public boolean isSameAs(TensorData other) {
    return dtype == other.dtype && dims.equals(other.dims) && Arrays.equals(bytes, other.bytes);
  }
}
