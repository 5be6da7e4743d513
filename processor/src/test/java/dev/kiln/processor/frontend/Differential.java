package dev.kiln.processor.frontend;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Target;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.lang.BoolTensor;
import dev.kiln.lang.DoubleTensor;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.LongTensor;
import dev.kiln.lang.Reference;
import dev.kiln.lang.ReferenceException;
import dev.kiln.lang.Tensor;
import dev.kiln.lang.Tile;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.ParameterDecl;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Runs a kernel twice on equal arguments: its Java method directly, and another way, at first its
 * IR by the reference interpreter.
 */
final class Differential {
  /** What no test reaches unless it never ends. */
  private static final long MOST_STEPS = 3_000_000;

  private final Translated translated;
  private final String name;
  private final double tolerance;
  private final Way other;

  private Differential(Translated translated, String name, double tolerance, Way other) {
    this.translated = translated;
    this.name = name;
    this.tolerance = tolerance;
    this.other = other;
  }

  /** A way to run a kernel. */
  interface Way {
    /** Runs it on arguments in place; whether it ended with an integer division by zero. */
    boolean fails(List<Object> arguments);
  }

  /** For one kernel or {@code kernel#variant} of what was translated without mistakes. */
  static Differential of(Translated translated, String name) {
    if (!translated.findings().isEmpty() || !translated.compiler().isEmpty()) {
      throw new AssertionError(translated.summary() + "\n" + translated.compiler());
    }
    return new Differential(
        translated, name, 0, arguments -> interpreted(translated.kernels().get(name), arguments));
  }

  /** Allows floats to differ by {@code tolerance} relative to the largest of the tensor. */
  Differential within(double allowed) {
    return new Differential(translated, name, allowed, other);
  }

  /** Compares with what a backend has made of the IR, by the interpreter. */
  Differential lowered(Backend backend, Target target) {
    Context context =
        new Context(
            target.machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    Kernel low =
        Runner.run(
            backend.pipeline(), translated.kernels().get(name), context, Runner.Observer.NONE);
    return new Differential(translated, name, tolerance, arguments -> interpreted(low, arguments));
  }

  /** Compares with launches of the generated class, which {@code classes} has. */
  Differential launched(ClassLoader classes) {
    return new Differential(translated, name, tolerance, arguments -> launched(classes, arguments));
  }

  /** Arguments without the constants: {@link TensorData} and boxed numbers. */
  void agreeOn(Object... arguments) {
    List<Object> forJava = Arrays.stream(arguments).map(Differential::copied).toList();
    List<Object> forOther = Arrays.stream(arguments).map(Differential::copied).toList();
    boolean otherFails = other.fails(forOther);
    boolean javaFails = java(forJava);
    if (javaFails != otherFails) {
      throw new AssertionError(
          name + (javaFails ? " fails in Java only" : " fails elsewhere only"));
    }
    for (int i = 0; i < arguments.length && !javaFails; i++) {
      if (arguments[i] instanceof TensorData) {
        compare(i, (TensorData) forJava.get(i), (TensorData) forOther.get(i));
      }
    }
  }

  /** What the Java method says in a strict mode; empty when it runs through. */
  Optional<ReferenceException> refusal(Reference.Mode mode, Object... arguments) {
    List<Object> own = Arrays.stream(arguments).map(Differential::copied).toList();
    try {
      Reference.with(mode).run(() -> java(own));
      return Optional.empty();
    } catch (AssertionError failed) {
      if (failed.getCause() instanceof ReferenceException refusal) {
        return Optional.of(refusal);
      }
      throw failed;
    }
  }

  private static Object copied(Object argument) {
    return argument instanceof TensorData tensor ? tensor.copy() : argument;
  }

  // Java

  private boolean java(List<Object> arguments) {
    KernelDecl kernel = translated.declarations().get(name);
    List<Object> values = new ArrayList<>();
    Iterator<Object> rest = arguments.iterator();
    for (ParameterDecl parameter : kernel.parameters()) {
      values.add(
          parameter instanceof ParameterDecl.Constant constant
              ? boxed(translated.variants().get(name).constants().get(constant.name()))
              : rest.next());
    }
    return onTensors(
        values, passed -> invoke(translated.classes(), kernel.owner(), kernel.name(), passed));
  }

  private boolean launched(ClassLoader classes, List<Object> arguments) {
    KernelDecl kernel = translated.declarations().get(name);
    String pascal = Character.toUpperCase(kernel.name().charAt(0)) + kernel.name().substring(1);
    String packageName = kernel.owner().substring(0, kernel.owner().lastIndexOf('.') + 1);
    List<Object> values = new ArrayList<>(arguments);
    values.addFirst(translated.variants().get(name).index());
    return onTensors(
        values, passed -> invoke(classes, packageName + pascal + "Kernel", "launch", passed));
  }

  /** Runs with tensors of the language in place of their data, and reads these back. */
  private static boolean onTensors(List<Object> values, Way way) {
    List<Object> passed =
        values.stream()
            .map(value -> value instanceof TensorData data ? tensor(data) : value)
            .collect(Collectors.toList());
    boolean fails = way.fails(passed);
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof TensorData data && passed.get(i) instanceof Tensor<?> tensor) {
        tensor.copyTo(MemorySegment.ofArray(data.bytes()));
        tensor.close();
      }
    }
    return fails;
  }

  private static boolean invoke(
      ClassLoader classes, String type, String name, List<Object> values) {
    try {
      Method method =
          Arrays.stream(classes.loadClass(type).getDeclaredMethods())
              .filter(candidate -> candidate.getName().equals(name))
              .filter(candidate -> candidate.getParameterCount() == values.size())
              .findFirst()
              .orElseThrow(() -> new AssertionError(type + "." + name));
      method.setAccessible(true);
      method.invoke(null, values.toArray());
      return false;
    } catch (InvocationTargetException thrown) {
      if (isDivision(thrown.getCause())) {
        return true;
      }
      throw new AssertionError(name, thrown.getCause());
    } catch (ReflectiveOperationException broken) {
      throw new AssertionError(name, broken);
    }
  }

  private static boolean isDivision(Throwable thrown) {
    return thrown instanceof ArithmeticException
        || String.valueOf(thrown.getMessage()).contains("division by zero")
        || (thrown.getCause() != null && isDivision(thrown.getCause()));
  }

  private static Object boxed(Literal literal) {
    return switch (literal.dtype()) {
      case I32 -> (int) literal.asLong();
      case I64 -> literal.asLong();
      case F32 -> (float) literal.asDouble();
      case F64 -> literal.asDouble();
      case BOOL -> literal.asBoolean();
      case F16, BF16, E4M3, E5M2, I8, I16, U8 -> throw new AssertionError(literal);
    };
  }

  private static Tensor<?> tensor(TensorData data) {
    int[] dims = data.dims().stream().mapToInt(Integer::intValue).toArray();
    Tensor<?> tensor =
        switch (data.dtype()) {
          case F16 -> FloatTensor.of(Tile.F16, dims);
          case BF16 -> FloatTensor.of(Tile.BF16, dims);
          case E4M3 -> FloatTensor.of(Tile.E4M3, dims);
          case E5M2 -> FloatTensor.of(Tile.E5M2, dims);
          case F32 -> FloatTensor.of(Tile.F32, dims);
          case F64 -> DoubleTensor.of(Tile.F64, dims);
          case I8 -> IntTensor.of(Tile.I8, dims);
          case I16 -> IntTensor.of(Tile.I16, dims);
          case I32 -> IntTensor.of(Tile.I32, dims);
          case U8 -> IntTensor.of(Tile.U8, dims);
          case I64 -> LongTensor.of(Tile.I64, dims);
          case BOOL -> BoolTensor.of(Tile.BOOL, dims);
        };
    tensor.copyFrom(MemorySegment.ofArray(data.bytes()));
    return tensor;
  }

  // IR

  private static boolean interpreted(Kernel kernel, List<Object> arguments) {
    try {
      Interpreter.run(
          kernel,
          arguments.stream().map(Differential::argument).toList(),
          Options.DEFAULT.withMostSteps(MOST_STEPS));
      return false;
    } catch (TrapException trapped) {
      return true;
    }
  }

  private static Argument argument(Object value) {
    return switch (value) {
      case TensorData tensor -> tensor;
      case Integer number -> Argument.Scalar.of(number);
      case Long number -> Argument.Scalar.of(number);
      case Float number -> Argument.Scalar.of(number);
      case Double number -> Argument.Scalar.of(number);
      case Boolean truth -> Argument.Scalar.of(truth);
      default -> throw new AssertionError(value);
    };
  }

  private void compare(int index, TensorData fromJava, TensorData fromOther) {
    double largest = 1;
    for (int i = 0; i < fromJava.size(); i++) {
      double magnitude = Math.abs(fromJava.get(i));
      largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
    }
    for (int i = 0; i < fromJava.size(); i++) {
      double a = fromJava.get(i);
      double b = fromOther.get(i);
      boolean isSame =
          fromJava.bits(i) == fromOther.bits(i)
              || (Double.isNaN(a) && Double.isNaN(b))
              || (fromJava.dtype().isFloat() && Math.abs(a - b) <= tolerance * largest);
      if (!isSame) {
        throw new AssertionError(
            "%s: argument %d at %d is %s in Java and %s elsewhere".formatted(name, index, i, a, b));
      }
    }
  }

  // Data

  /** Random elements: floats from -2 to 2, integers over their whole range. */
  static TensorData random(long seed, DType dtype, Integer... dims) {
    TensorData data = TensorData.zeros(dtype, dims);
    Random random = new Random(seed);
    if (!dtype.isFloat() && dtype != DType.BOOL) {
      random.nextBytes(data.bytes());
      return data;
    }
    for (int i = 0; i < data.size(); i++) {
      data.set(i, dtype == DType.BOOL ? random.nextInt(2) : random.nextDouble() * 4 - 2);
    }
    return data;
  }

  /** The given elements. */
  static TensorData of(DType dtype, double... elements) {
    TensorData data = TensorData.zeros(dtype, elements.length);
    for (int i = 0; i < elements.length; i++) {
      data.set(i, elements[i]);
    }
    return data;
  }
}
