package dev.kiln.testkit;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.interp.Argument;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import dev.kiln.pass.VerifyObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Kernels at the end of the CPU's pipeline, as one native library that is called by its convention:
 * no runtime in between.
 */
@SuppressWarnings("restricted") // tests run with native access
public final class CpuLibrary implements AutoCloseable {
  private static final long ALIGNMENT = 64;

  private final Arena arena;
  private final SymbolLookup symbols;
  private final Map<String, Unit> units = new HashMap<>();
  private final TrapSites traps;

  private CpuLibrary(Arena arena, SymbolLookup symbols, List<Unit> units) {
    this.arena = arena;
    this.symbols = symbols;
    this.traps = TrapSites.of(units);
    units.forEach(unit -> this.units.put(unit.symbol(), unit));
  }

  /** The CPU's targets, lowest first. */
  public static List<Target> targets() {
    return backend().targets();
  }

  public static Backend backend() {
    return Backends.forName("cpu");
  }

  /** The symbol of kernel {@code number} for {@code target}. */
  public static String symbol(int number, Target target) {
    return "kiln_k" + number + "_" + target.tag();
  }

  /** Takes {@code kernel} through the pipeline of each target and compiles what comes out. */
  public static CpuLibrary compile(Kernel kernel) throws WorkerException {
    var units = new ArrayList<Unit>();
    for (Target target : targets()) {
      var context =
          new Context(
              target.machine(),
              problem -> {
                throw new IllegalArgumentException(problem.toString());
              });
      Kernel low = Runner.run(backend().pipeline(), kernel, context, new VerifyObserver());
      units.add(new Unit(symbol(0, target), target, low));
    }
    return of(units);
  }

  @SuppressWarnings("MustBeClosedChecker") // closed with the library
  private static Arena open() {
    return Arena.ofShared();
  }

  /** Compiles {@code units}, whose kernels are EMITTABLE. */
  public static CpuLibrary of(List<Unit> units) throws WorkerException {
    Worker worker = Worker.shared(WorkerSettings.of(CpuLibrary.class.getClassLoader()));
    Job job = backend().emitter().emit(units).getFirst();
    byte[] bytes = new LlvmToolchain(worker).submit(job).await();
    Arena arena = open();
    return new CpuLibrary(arena, load(bytes, arena), units);
  }

  private static SymbolLookup load(byte[] bytes, Arena arena) {
    try {
      Path file = Files.createTempFile("kiln-test", ".so");
      Files.write(file, bytes);
      SymbolLookup symbols = SymbolLookup.libraryLookup(file, arena);
      Files.delete(file);
      return symbols;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The targets that this machine can run. */
  public static List<Target> runnableHere() throws WorkerException {
    try (CpuLibrary none = of(List.of())) {
      return none.runnable();
    }
  }

  private List<Target> runnable() {
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT);
    MethodHandle handle = function("kiln_cpu_level", type);
    try {
      int level = (int) handle.invokeExact();
      return targets().stream()
          .filter(target -> Integer.parseInt(target.tag().substring(1)) <= level)
          .toList();
    } catch (Throwable e) {
      throw new IllegalStateException("the library's level function", e);
    }
  }

  /**
   * Runs all blocks in one call; tensors are written in place.
   *
   * @return 0, or the number of the trap that ended the launch
   */
  public int run(String symbol, List<Argument> arguments, List<Long> grid) {
    Unit unit = Objects.requireNonNull(units.get(symbol), symbol);
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS);
    MethodHandle handle = function(symbol, type);
    try (Arena call = Arena.ofConfined()) {
      var slots = new Slots(call.allocate(8L * (4 + 6L * unit.kernel().params().size()), 8));
      var tensors = new ArrayList<Copy>();
      for (Argument argument : arguments) {
        switch (argument) {
          case TensorData tensor -> tensors.add(Copy.of(tensor, call, slots));
          case Argument.Scalar scalar -> slots.put(scalar.bits());
        }
      }
      long blocks = 1;
      for (int axis = 0; axis < 3; axis++) {
        long extent = axis < grid.size() ? grid.get(axis) : 1;
        slots.put(extent);
        blocks *= extent;
      }
      long scratch = Math.max(ALIGNMENT, unit.scratchBytes());
      MemorySegment memory = call.allocate(scratch, ALIGNMENT).fill((byte) 0x7F);
      int trap = (int) handle.invokeExact(slots.memory, 0L, blocks, memory);
      tensors.forEach(Copy::back);
      return trap;
    } catch (Throwable e) {
      throw new IllegalStateException(symbol, e);
    }
  }

  /** The place that a launch has returned. */
  public TrapSites.Site trap(int number) {
    return traps.sites().get(number - 1);
  }

  private MethodHandle function(String symbol, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(symbol), type);
  }

  @Override
  public void close() {
    arena.close();
  }

  /** The 8-byte slots of a call's arguments. */
  private static final class Slots {
    private final MemorySegment memory;
    private long at;

    Slots(MemorySegment memory) {
      this.memory = memory;
    }

    void put(long bits) {
      memory.set(ValueLayout.JAVA_LONG, at, bits);
      at += Long.BYTES;
    }
  }

  /** A tensor's elements outside of the heap, with a guard of other bytes around them. */
  private record Copy(TensorData tensor, MemorySegment elements, MemorySegment guard) {
    private static final byte GUARD = 0x55;

    static Copy of(TensorData tensor, Arena call, Slots slots) {
      long size = tensor.bytes().length;
      MemorySegment whole = call.allocate(size + 2 * ALIGNMENT, ALIGNMENT).fill(GUARD);
      MemorySegment elements = whole.asSlice(ALIGNMENT, size);
      elements.copyFrom(MemorySegment.ofArray(tensor.bytes()));
      slots.put(elements.address());
      tensor.dims().forEach(dim -> slots.put(dim));
      return new Copy(tensor, elements, whole);
    }

    void back() {
      MemorySegment.ofArray(tensor.bytes()).copyFrom(elements);
      for (long at = 0; at < guard.byteSize(); at++) {
        boolean isInside = at >= ALIGNMENT && at < ALIGNMENT + elements.byteSize();
        if (!isInside && guard.get(ValueLayout.JAVA_BYTE, at) != GUARD) {
          throw new IllegalStateException("written " + (at - ALIGNMENT) + " bytes from the start");
        }
      }
    }
  }
}
