package dev.kiln.layout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from the logical indices of a tile to an offset, counted in elements. Injective on the
 * extents that it was made for, with offsets from 0 to below {@link #size}.
 */
public sealed interface Layout {
  /** Not decided yet. No constant: classes of this family may be loaded by several threads. */
  static Layout unplaced() {
    return new Unplaced();
  }

  /** The run of a layout along an axis whose elements are all neighbours. */
  int WHOLE_AXIS = Integer.MAX_VALUE;

  /** Offset of the element at {@code index}, outermost first. */
  long offset(List<Integer> index);

  /** Elements of memory that a tile with these extents takes, padding included. */
  long size(List<Integer> extents);

  /** The layout of the transposed view: its offset at (.., j, i) is this one's at (.., i, j). */
  Layout transposed();

  /**
   * The largest r such that the elements at indices r*n .. r*n + r-1 of {@code axis} are neighbours
   * in ascending order, for every n: {@link #WHOLE_AXIS}, or a width, or 1.
   */
  int run(int axis);

  /** The index of the element at {@code offset}; null where padding lies. */
  default @Nullable List<Integer> index(long offset, List<Integer> extents) {
    List<Integer> index = solve(offset, extents);
    for (int axis = 0; axis < extents.size(); axis++) {
      if (index.get(axis) < 0 || index.get(axis) >= extents.get(axis)) {
        return null;
      }
    }
    return offset(index) == offset ? index : null;
  }

  /** The only index that may lie at {@code offset}; it may be out of range, or not lie there. */
  List<Integer> solve(long offset, List<Integer> extents);

  /** Row-major: the last axis runs, the rows begin {@code pitch} elements apart. */
  static Strided rowMajor(List<Integer> extents, long pitch) {
    var strides = new ArrayList<Long>(Collections.nCopies(extents.size(), 1L));
    long stride = pitch;
    for (int axis = extents.size() - 2; axis >= 0; axis--) {
      strides.set(axis, stride);
      stride *= extents.get(axis);
    }
    return new Strided(strides);
  }

  /** Stands where no layout has been inferred. */
  record Unplaced() implements Layout {
    @Override
    public long offset(List<Integer> index) {
      throw new IllegalStateException("no layout has been inferred");
    }

    @Override
    public long size(List<Integer> extents) {
      throw new IllegalStateException("no layout has been inferred");
    }

    @Override
    public Layout transposed() {
      return this;
    }

    @Override
    public int run(int axis) {
      return 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      throw new IllegalStateException("no layout has been inferred");
    }
  }

  /**
   * {@code offset = sum of index[d] * strides[d]}. Nested: with the axes sorted by stride, each
   * stride is at least the extent times the stride of the axis before.
   */
  record Strided(List<Long> strides) implements Layout {
    public Strided {
      strides = List.copyOf(strides);
    }

    @Override
    public long offset(List<Integer> index) {
      long offset = 0;
      for (int axis = 0; axis < strides.size(); axis++) {
        offset += index.get(axis) * strides.get(axis);
      }
      return offset;
    }

    @Override
    public long size(List<Integer> extents) {
      long size = 1;
      for (int axis = 0; axis < strides.size(); axis++) {
        size = Math.max(size, extents.get(axis) * strides.get(axis));
      }
      return size;
    }

    @Override
    public Layout transposed() {
      var swapped = new ArrayList<>(strides);
      Collections.swap(swapped, strides.size() - 1, strides.size() - 2);
      return new Strided(swapped);
    }

    @Override
    public int run(int axis) {
      return strides.get(axis) == 1 ? WHOLE_AXIS : 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      var axes = new ArrayList<Integer>();
      for (int axis = 0; axis < strides.size(); axis++) {
        axes.add(axis);
      }
      axes.sort((a, b) -> Long.compare(strides.get(b), strides.get(a)));
      var index = new ArrayList<>(Collections.nCopies(strides.size(), 0));
      long rest = offset;
      for (int axis : axes) {
        if (extents.get(axis) > 1) {
          index.set(axis, Math.toIntExact(rest / strides.get(axis)));
          rest %= strides.get(axis);
        }
      }
      return index;
    }
  }

  /**
   * Packed panels of a matrix for a register-tiled product: axis {@code axis} (0 or 1) is cut into
   * panels of {@code width}; a panel holds, for each index of the other axis, its {@code width}
   * elements side by side. With {@code length} the extent of the other axis: {@code offset = (i /
   * width) * length * width + j * width + i % width}. The last panel is padded.
   */
  record Panels(int axis, int width, int length) implements Layout {
    public Panels {
      if (axis < 0 || axis > 1 || width < 1 || length < 1) {
        throw new IllegalArgumentException(
            "no panels along axis %d of width %d and length %d".formatted(axis, width, length));
      }
    }

    @Override
    public long offset(List<Integer> index) {
      long across = index.get(axis);
      long along = index.get(1 - axis);
      return across / width * length * width + along * width + across % width;
    }

    @Override
    public long size(List<Integer> extents) {
      return (long) Math.ceilDiv(extents.get(axis), width) * width * length;
    }

    @Override
    public Layout transposed() {
      return new Panels(1 - axis, width, length);
    }

    @Override
    public int run(int queried) {
      if (queried == axis) {
        return width;
      }
      return width == 1 ? WHOLE_AXIS : 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      long panel = (long) length * width;
      int across = Math.toIntExact(offset / panel * width + offset % width);
      int along = Math.toIntExact(offset % panel / width);
      return axis == 0 ? List.of(across, along) : List.of(along, across);
    }
  }

  /**
   * As another layout says, with the chunks of every line of memory permuted by the line's number,
   * so that the chunks of a column lie in different banks. With {@code o} the offset by {@code
   * base}, bits {@code log2Chunk} and up of it are combined by exclusive or with the lowest {@code
   * bits} bits of {@code o >> log2Line}. What TMA and matrix instructions call a swizzle of {@code
   * 2^log2Line} elements.
   *
   * @param log2Chunk of the elements that stay together, 16 bytes
   * @param log2Line of the elements of a line, at least {@code log2Chunk + bits}
   */
  record Swizzled(Layout base, int log2Chunk, int log2Line, int bits) implements Layout {
    public Swizzled {
      if (bits < 1 || log2Chunk < 0 || log2Line < log2Chunk + bits) {
        throw new IllegalArgumentException(
            "no swizzle of %d bits, chunks of 2^%d and lines of 2^%d"
                .formatted(bits, log2Chunk, log2Line));
      }
    }

    @Override
    public long offset(List<Integer> index) {
      return swap(base.offset(index));
    }

    private long swap(long offset) {
      return offset ^ (offset >> log2Line & (1L << bits) - 1) << log2Chunk;
    }

    /** Whole lines. */
    @Override
    public long size(List<Integer> extents) {
      long line = 1L << log2Line;
      return Math.ceilDiv(base.size(extents), line) * line;
    }

    @Override
    public Layout transposed() {
      return new Swizzled(base.transposed(), log2Chunk, log2Line, bits);
    }

    @Override
    public int run(int axis) {
      int run = base.run(axis);
      return run == WHOLE_AXIS || run % (1 << log2Chunk) == 0 ? 1 << log2Chunk : 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      return base.solve(swap(offset), extents);
    }
  }

  /**
   * Spread over the registers of a block's threads: the digits of an index along an axis, from the
   * fastest on, count threads or registers. {@code offset = thread * registers + register}. Threads
   * that differ only in what no digit counts hold the same elements; indices up to the product of
   * the extents of an axis' modes have a place, padding included.
   *
   * @param axes the modes of each axis, the strides of each kind nested
   */
  record Fragment(List<List<Mode>> axes) implements Layout {
    public Fragment {
      axes = axes.stream().map(List::copyOf).toList();
    }

    /**
     * The same map in its shortest form: no digits of extent 1, neighbouring digits that count on
     * in the same way made one. Equal maps of nested digits have equal forms.
     */
    public Fragment canonical() {
      return new Fragment(axes.stream().map(Fragment::shortest).toList());
    }

    private static List<Mode> shortest(List<Mode> modes) {
      var shortest = new ArrayList<Mode>();
      for (Mode mode : modes) {
        Mode last = shortest.isEmpty() ? null : shortest.getLast();
        if (last != null
            && last.counts() == mode.counts()
            && mode.stride() == last.stride() * last.extent()) {
          int extent = last.extent() * mode.extent();
          shortest.set(shortest.size() - 1, new Mode(mode.counts(), extent, last.stride()));
        } else if (mode.extent() > 1) {
          shortest.add(mode);
        }
      }
      return shortest;
    }

    /** How many registers each thread holds elements in. */
    public int registers() {
      return count(Mode.Counts.REGISTERS);
    }

    /** How many threads differ in what they hold, counted with those between. */
    public int threads() {
      return count(Mode.Counts.THREADS);
    }

    private int count(Mode.Counts counts) {
      int count = 1;
      for (List<Mode> modes : axes) {
        for (Mode mode : modes) {
          if (mode.counts() == counts) {
            count = Math.max(count, mode.extent() * mode.stride());
          }
        }
      }
      return count;
    }

    /** How many indices along an axis have a place. */
    public int extent(int axis) {
      int extent = 1;
      for (Mode mode : axes.get(axis)) {
        extent *= mode.extent();
      }
      return extent;
    }

    @Override
    public long offset(List<Integer> index) {
      long thread = number(index, Mode.Counts.THREADS);
      return thread * registers() + number(index, Mode.Counts.REGISTERS);
    }

    private int number(List<Integer> index, Mode.Counts counts) {
      int number = 0;
      for (int axis = 0; axis < axes.size(); axis++) {
        int rest = index.get(axis);
        for (Mode mode : axes.get(axis)) {
          number += mode.counts() == counts ? rest % mode.extent() * mode.stride() : 0;
          rest /= mode.extent();
        }
      }
      return number;
    }

    @Override
    public long size(List<Integer> extents) {
      return (long) threads() * registers();
    }

    @Override
    public Layout transposed() {
      var swapped = new ArrayList<>(axes);
      Collections.swap(swapped, axes.size() - 1, axes.size() - 2);
      return new Fragment(swapped);
    }

    @Override
    public int run(int axis) {
      Mode first = axes.get(axis).isEmpty() ? Mode.registers(1, 1) : axes.get(axis).getFirst();
      return first.isThreads() || first.stride() != 1 ? 1 : first.extent();
    }

    /**
     * A digit of a register's number and what it counts in another layout.
     *
     * @param to the stride there
     */
    public record Digit(int stride, int extent, int to) {}

    /** How the register of an element follows, in {@link #without}, from that here. */
    public List<Digit> registersWithout(int axis) {
      var rest = new ArrayList<>(axes);
      rest.remove(axis);
      List<List<Mode>> packed = new Fragment(rest).packed().axes();
      var digits = new ArrayList<Digit>();
      for (int i = 0; i < rest.size(); i++) {
        for (int j = 0; j < rest.get(i).size(); j++) {
          Mode mode = rest.get(i).get(j);
          if (!mode.isThreads()) {
            digits.add(new Digit(mode.stride(), mode.extent(), packed.get(i).get(j).stride()));
          }
        }
      }
      return digits;
    }

    /** The layout of what is left when {@code axis} is reduced to one element. */
    public Fragment without(int axis) {
      var rest = new ArrayList<>(axes);
      rest.remove(axis);
      return new Fragment(rest).packed().canonical();
    }

    /** The same distribution over threads in as few registers as it takes. */
    private Fragment packed() {
      var registers = new ArrayList<Mode>();
      axes.forEach(
          modes -> modes.stream().filter(mode -> !mode.isThreads()).forEach(registers::add));
      registers.sort(Comparator.comparingInt(Mode::stride));
      var packed = new ArrayList<List<Mode>>();
      for (List<Mode> modes : axes) {
        var ofAxis = new ArrayList<Mode>();
        for (Mode mode : modes) {
          int before = 1;
          for (Mode other : registers) {
            before *= other.stride() < mode.stride() ? other.extent() : 1;
          }
          ofAxis.add(mode.isThreads() ? mode : Mode.registers(mode.extent(), before));
        }
        packed.add(ofAxis);
      }
      return new Fragment(packed);
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      int thread = Math.toIntExact(offset / registers());
      int register = Math.toIntExact(offset % registers());
      var index = new ArrayList<Integer>();
      for (List<Mode> modes : axes) {
        int sum = 0;
        int weight = 1;
        for (Mode mode : modes) {
          sum += weight * mode.digit(mode.isThreads() ? thread : register);
          weight *= mode.extent();
        }
        index.add(sum);
      }
      return index;
    }
  }
}
