package dev.kiln.testkit.filetest;

import dev.kiln.interp.Argument;
import dev.kiln.interp.ArgumentText;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.TrapReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Arguments for a kernel and what comes of it.
 *
 * @param arguments as {@link ArgumentText} reads them
 * @param isExact whether results must be equal bit for bit
 * @param result tensors by parameter, or {@code trap reason}, or {@code error sentence}
 */
record RunLine(String arguments, boolean isExact, String result) {
  private static final double TOLERANCE = 1e-5;

  static RunLine parse(String text) {
    boolean isExact = text.contains("=>");
    String[] sides = text.split(isExact ? "=>" : "~>", 2);
    if (sides.length < 2) {
      throw new IllegalArgumentException("A run line has => or ~> before its result: " + text);
    }
    return new RunLine(sides[0].strip(), isExact, sides[1].strip());
  }

  /** Something that runs a kernel on arguments. */
  @FunctionalInterface
  interface Executor {
    /**
     * Writes the tensors; returns how the launch ended: empty, {@code trap …} or {@code error …}.
     */
    String run(List<Argument> arguments);
  }

  /** Runs {@code kernel} by the interpreter; two blocks must not write one element. */
  static Executor interpreter(Kernel kernel) {
    return arguments -> {
      try {
        Interpreter.run(kernel, arguments, Options.DEFAULT.withRaces());
        return "";
      } catch (TrapException trap) {
        return trap(trap.reason());
      } catch (InterpreterException error) {
        return "error " + error.sentence();
      }
    };
  }

  /** How a launch ended that a trap has ended. */
  static String trap(TrapReason reason) {
    return "trap " + reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is wrong when {@code executor} runs {@code kernel}; empty when nothing is. */
  List<String> check(Kernel kernel, Executor executor) {
    List<Argument> values = ArgumentText.parseAll(kernel.params(), arguments);
    String end = executor.run(values);
    if (!end.isEmpty()) {
      return end.equals(result)
          ? List.of()
          : List.of("expected %s, found %s".formatted(result, end));
    }
    var wrong = new ArrayList<String>();
    for (String part : ArgumentText.split(result)) {
      wrong.addAll(compare(kernel, values, part));
    }
    return wrong;
  }

  private List<String> compare(Kernel kernel, List<Argument> values, String part) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      return List.of("expected %s, found no error".formatted(result));
    }
    String name = part.substring(0, equals);
    for (int i = 0; i < values.size(); i++) {
      if (kernel.params().get(i).name().equals(name) && values.get(i) instanceof TensorData found) {
        String text = part.substring(equals + 1);
        var expected = (TensorData) ArgumentText.parse(kernel.params().get(i), text);
        boolean isSame = isExact ? expected.isSameAs(found) : isClose(expected, found);
        return isSame
            ? List.of()
            : List.of(
                "expected %s=%s, found %s=%s"
                    .formatted(name, text, name, ArgumentText.print(found)));
      }
    }
    return List.of("%s is no tensor of the kernel".formatted(name));
  }

  private static boolean isClose(TensorData expected, TensorData found) {
    if (!expected.dims().equals(found.dims())) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      double want = expected.get(i);
      double have = found.get(i);
      boolean isClose = Math.abs(want - have) <= TOLERANCE * Math.max(1, Math.abs(want));
      if (!isClose && Double.compare(want, have) != 0) {
        return false;
      }
    }
    return true;
  }
}
