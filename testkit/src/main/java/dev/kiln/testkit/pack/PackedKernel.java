package dev.kiln.testkit.pack;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.lang.BoolTensor;
import dev.kiln.lang.DoubleTensor;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.LongTensor;
import dev.kiln.lang.Memory;
import dev.kiln.lang.Tensor;
import dev.kiln.lang.Tile;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelInfo;
import dev.kiln.runtime.KernelInfo.Access;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import dev.kiln.runtime.Launch;
import dev.kiln.runtime.Launcher;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;

/** A kernel of a pack for one target, launched as a generated launcher launches. */
public final class PackedKernel {
  private final Kernel kernel;
  private final Launcher launcher;

  /**
   * The kernel of {@code work}.
   *
   * @param anchor a class whose loader finds the pack
   */
  public PackedKernel(Class<?> anchor, PackedTarget target, PackedWork work) {
    kernel = work.kernel();
    launcher = Launcher.of(anchor, target.owner(), work.name());
  }

  /** How many variants it was packed with. */
  public int variants() {
    return launcher.info().variants().size();
  }

  /** The parameters that the kernel writes and does not read: what it writes is all they hold. */
  public List<Integer> written() {
    List<KernelInfo.Parameter> parameters = launcher.info().parameters();
    return IntStream.range(0, parameters.size())
        .filter(
            i ->
                parameters.get(i) instanceof TensorParameter tensor
                    && tensor.access() == Access.WRITE)
        .boxed()
        .toList();
  }

  /** Overwrites what the kernel only writes, so that elements that it leaves out are seen. */
  public void poison(List<Argument> arguments) {
    for (int written : written()) {
      var data = (TensorData) arguments.get(written);
      Arrays.fill(data.bytes(), poison(data.dtype()));
    }
  }

  /** All floats of such bytes are NaN, and all integers unlikely. */
  private static byte poison(DType dtype) {
    return (byte) (dtype == DType.BOOL ? 1 : dtype.isFloat() ? 0xFF : 0xA5);
  }

  /**
   * Launches the kernel and waits; tensors are written in place.
   *
   * @param variant which of the kernel's variants
   * @param shift how many elements each tensor lies behind a place that suits every kernel
   * @throws IllegalStateException if bytes around a tensor were written
   */
  public void run(Device device, int variant, List<Argument> arguments, int shift) {
    var tensors = new LinkedHashMap<TensorData, GuardedMemory>();
    try {
      Launch launch = launcher.begin();
      for (int i = 0; i < arguments.size(); i++) {
        switch (arguments.get(i)) {
          case TensorData data -> {
            var held = new GuardedMemory(device, data.bytes(), shift * data.dtype().bytes());
            tensors.put(data, held);
            launch.tensor(i, tensor(data, held.memory()));
          }
          case Argument.Scalar scalar -> give(launch, i, scalar);
        }
      }
      launch.choose(variant);
      List<Long> grid = grid(arguments);
      launch.run(extent(grid, 0), extent(grid, 1), extent(grid, 2));
      tensors.forEach(
          (data, held) -> System.arraycopy(held.read(), 0, data.bytes(), 0, data.bytes().length));
    } finally {
      tensors.values().forEach(GuardedMemory::close);
    }
  }

  /** The extents of the grid, the fastest first. */
  public List<Long> grid(List<Argument> arguments) {
    return Interpreter.grid(kernel, arguments);
  }

  private static Tensor<?> tensor(TensorData data, Memory memory) {
    int[] dims = data.dims().stream().mapToInt(Integer::intValue).toArray();
    return switch (data.dtype()) {
      case F16 -> FloatTensor.over(Tile.F16, memory, dims);
      case BF16 -> FloatTensor.over(Tile.BF16, memory, dims);
      case E4M3 -> FloatTensor.over(Tile.E4M3, memory, dims);
      case E5M2 -> FloatTensor.over(Tile.E5M2, memory, dims);
      case F32 -> FloatTensor.over(Tile.F32, memory, dims);
      case F64 -> DoubleTensor.over(Tile.F64, memory, dims);
      case I8 -> IntTensor.over(Tile.I8, memory, dims);
      case I16 -> IntTensor.over(Tile.I16, memory, dims);
      case I32 -> IntTensor.over(Tile.I32, memory, dims);
      case U8 -> IntTensor.over(Tile.U8, memory, dims);
      case I64 -> LongTensor.over(Tile.I64, memory, dims);
      case BOOL -> BoolTensor.over(Tile.BOOL, memory, dims);
    };
  }

  private static int extent(List<Long> grid, int axis) {
    return axis < grid.size() ? Math.toIntExact(grid.get(axis)) : 1;
  }

  private static void give(Launch launch, int index, Argument.Scalar scalar) {
    long bits = scalar.bits();
    switch (scalar.dtype()) {
      case I32 -> launch.scalar(index, (int) bits);
      case I64 -> launch.scalar(index, bits);
      case F32 -> launch.scalar(index, Float.intBitsToFloat((int) bits));
      case F64 -> launch.scalar(index, Double.longBitsToDouble(bits));
      case BOOL -> launch.scalar(index, bits != 0);
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("No kernel has a scalar of " + scalar.dtype() + ".");
    }
  }
}
