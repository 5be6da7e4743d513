package dev.kiln.testkit.random;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Bits;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with arguments to run it on.
 *
 * @param bounds one a parameter: what two runs may differ by in it
 */
public record Workload(Kernel kernel, List<Argument> arguments, List<Bound> bounds) {
  public Workload {
    arguments = List.copyOf(arguments);
    bounds = List.copyOf(bounds);
  }

  /** Fresh copies of the arguments. */
  public List<Argument> copyOfArguments() {
    return copy(arguments);
  }

  /** Fresh copies of {@code arguments}. */
  public static List<Argument> copy(List<Argument> arguments) {
    var copies = new ArrayList<Argument>();
    for (Argument argument : arguments) {
      copies.add(
          switch (argument) {
            case TensorData tensor -> tensor.copy();
            case Argument.Scalar scalar -> scalar;
          });
    }
    return copies;
  }

  /** Whether no two blocks write one element, unless atomically. */
  public boolean isOrdered() {
    try {
      Interpreter.run(kernel, copyOfArguments(), Options.DEFAULT.withRaces());
      return true;
    } catch (TrapException trap) {
      return true;
    } catch (InterpreterException race) {
      return false;
    }
  }

  /** How two runs differ by more than they may; null where they do not. */
  public @Nullable String difference(List<Argument> expected, List<Argument> found) {
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i) instanceof TensorData want && found.get(i) instanceof TensorData have) {
        for (int at = 0; at < want.size(); at++) {
          if (!isSame(want, have, at, bounds.get(i))) {
            return "element %d of %s: expected %s, found %s, within %s"
                .formatted(
                    at,
                    kernel.params().get(i).name(),
                    want.get(at),
                    have.get(at),
                    bounds.get(i).deviation());
          }
        }
      }
    }
    return null;
  }

  private static boolean isSame(TensorData want, TensorData have, int at, Bound bound) {
    if (want.bits(at) == have.bits(at)) {
      return true;
    }
    DType dtype = want.dtype();
    if (!dtype.isFloat()) {
      return false;
    }
    double a = Bits.toDouble(dtype, want.bits(at));
    double b = Bits.toDouble(dtype, have.bits(at));
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Double.isNaN(a) && Double.isNaN(b);
    }
    boolean isZero = a == b && bound.isSignFree();
    return isZero || (!bound.isExact() && Math.abs(a - b) <= bound.deviation());
  }
}
