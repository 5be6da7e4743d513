package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.Kernel;
import dev.kiln.pass.Machine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Kernels compiled for all levels, loaded into this JVM and called by the native convention. */
@SuppressWarnings("restricted") // surefire enables native access
final class Library {
  static final List<Integer> LEVELS = List.of(2, 3, 4);

  private final SymbolLookup symbols;
  private final Map<String, Long> scratch;

  private Library(SymbolLookup symbols, Map<String, Long> scratch) {
    this.symbols = symbols;
    this.scratch = scratch;
  }

  /** A target with nothing but what the emitter asks for. */
  static Target target(int level) {
    var machine = new Machine("cpu:v" + level, 8 << (level - 1), 16, 1 << 20, Set.of());
    return new Target("cpu", "x86-64-v" + level, "v" + level, machine);
  }

  static List<Unit> units(List<Kernel> kernels) {
    var units = new ArrayList<Unit>();
    for (int i = 0; i < kernels.size(); i++) {
      for (int level : LEVELS) {
        units.add(new Unit("kiln_k" + i + "_v" + level, target(level), kernels.get(i)));
      }
    }
    return units;
  }

  static Library of(List<Kernel> kernels) throws WorkerException, IOException {
    return ofUnits(units(kernels));
  }

  static Library ofUnits(List<Unit> units) throws WorkerException, IOException {
    Worker worker = Worker.shared(WorkerSettings.of(Library.class.getClassLoader()));
    var job = new CpuEmitter().emit(units).getFirst();
    byte[] bytes = new LlvmToolchain(worker).submit(job).await();
    Path file = Files.createTempFile("kiln-test", ".so");
    Files.write(file, bytes);
    SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
    Files.delete(file);
    var scratch = new HashMap<String, Long>();
    units.forEach(unit -> scratch.put(unit.symbol(), unit.scratchBytes()));
    return new Library(symbols, scratch);
  }

  /** The levels that this machine can run. */
  List<Integer> runnable() {
    int highest = level();
    return LEVELS.stream().filter(level -> level <= highest).toList();
  }

  int level() {
    var handle =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.findOrThrow("kiln_cpu_level"), FunctionDescriptor.of(ValueLayout.JAVA_INT));
    try {
      return (int) handle.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Runs all blocks of a kernel in one call. */
  int run(int kernel, int level, long[] grid, Object... arguments) {
    long blocks = grid[0] * (grid.length > 1 ? grid[1] : 1) * (grid.length > 2 ? grid[2] : 1);
    return run(kernel, level, grid, 0, blocks, arguments);
  }

  int run(int kernel, int level, long[] grid, long first, long last, Object... arguments) {
    String symbol = "kiln_k" + kernel + "_v" + level;
    MethodHandle handle =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.findOrThrow(symbol),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment slots = arena.allocate(8L * 64, 8);
      long at = 0;
      for (Object argument : arguments) {
        at = put(slots, at, argument);
      }
      for (int axis = 0; axis < 3; axis++) {
        slots.set(ValueLayout.JAVA_LONG, at, axis < grid.length ? grid[axis] : 1);
        at += 8;
      }
      MemorySegment memory = arena.allocate(Math.max(64, scratch.getOrDefault(symbol, 0L)), 64);
      return (int) handle.invokeExact(slots, first, last, memory);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A tensor argument.
   *
   * @param memory its elements
   * @param extents one an axis
   */
  record Tensor(MemorySegment memory, List<Long> extents) {
    Tensor(MemorySegment memory, long... extents) {
      this(memory, Arrays.stream(extents).boxed().toList());
    }
  }

  private static long put(MemorySegment slots, long at, Object argument) {
    switch (argument) {
      case Tensor tensor -> {
        slots.set(ValueLayout.ADDRESS, at, tensor.memory());
        for (int axis = 0; axis < tensor.extents().size(); axis++) {
          slots.set(ValueLayout.JAVA_LONG, at + 8L * (axis + 1), tensor.extents().get(axis));
        }
        return at + 8L * (tensor.extents().size() + 1);
      }
      case Integer number -> slots.set(ValueLayout.JAVA_LONG, at, number);
      case Long number -> slots.set(ValueLayout.JAVA_LONG, at, number);
      case Boolean truth -> slots.set(ValueLayout.JAVA_LONG, at, truth ? 1 : 0);
      case Float number -> slots.set(ValueLayout.JAVA_FLOAT, at, number);
      case Double number -> slots.set(ValueLayout.JAVA_DOUBLE, at, number);
      default -> throw new IllegalArgumentException(argument.toString());
    }
    return at + 8;
  }
}
