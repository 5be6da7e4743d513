package dev.kiln.interp;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import java.util.List;

/** Runs kernels, at any stage, on tensors in memory. */
public final class Interpreter {
  private Interpreter() {}

  /** Runs {@code kernel} in ascending order of blocks. */
  public static void run(Kernel kernel, List<? extends Argument> arguments) {
    run(kernel, arguments, Options.DEFAULT);
  }

  /**
   * Runs {@code kernel}, which is valid; its tensors are written in place.
   *
   * @param arguments one a parameter, in order
   * @throws TrapException where the kernel ends its launch with an error
   * @throws InterpreterException where it does what no kernel may do
   * @throws IllegalArgumentException where an argument does not fit its parameter
   */
  public static void run(Kernel kernel, List<? extends Argument> arguments, Options options) {
    Execution.run(kernel, frame(kernel, arguments), options);
  }

  /** The extents of the grid that {@code kernel} has with these arguments, the fastest first. */
  public static List<Long> grid(Kernel kernel, List<? extends Argument> arguments) {
    return Execution.grid(kernel, frame(kernel, arguments));
  }

  private static Frame frame(Kernel kernel, List<? extends Argument> arguments) {
    if (arguments.size() != kernel.params().size()) {
      throw new IllegalArgumentException(
          "%s takes %d arguments, not %d."
              .formatted(kernel.name(), kernel.params().size(), arguments.size()));
    }
    var frame = new Frame(kernel.largestId() + 1);
    for (int i = 0; i < arguments.size(); i++) {
      Param param = kernel.params().get(i);
      frame.define(param.value(), datum(param, i, arguments.get(i)));
    }
    return frame;
  }

  private static Datum datum(Param param, int number, Argument argument) {
    Type type = param.value().type();
    if (argument instanceof TensorData tensor
        && type instanceof Type.TensorType expected
        && expected.element() == tensor.dtype()
        && expected.rank() == tensor.dims().size()) {
      long[] dims = tensor.dims().stream().mapToLong(dim -> dim).toArray();
      return View.whole(tensor.memory(), dims, number);
    }
    if (argument instanceof Argument.Scalar scalar
        && type instanceof Type.ScalarType expected
        && expected.dtype() == scalar.dtype()) {
      return Lanes.scalar(scalar.dtype(), scalar.bits());
    }
    throw new IllegalArgumentException("The argument for %s does not fit.".formatted(param.name()));
  }
}
