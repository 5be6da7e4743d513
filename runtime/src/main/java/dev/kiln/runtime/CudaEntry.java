package dev.kiln.runtime;

import dev.kiln.lang.Tensor;
import dev.kiln.runtime.cuda.Driver;
import dev.kiln.runtime.cuda.TensorMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry point of a kernel made ready for the launches of one {@link Launch}: its function and
 * the places of its parameters, which are the slots and then the tensor maps.
 *
 * <p>A tensor map is looked up when the tensor differs from that of the launch before.
 */
final class CudaEntry implements CudaLaunchable {

  private final CudaProgram program;
  private final CudaCode code;
  private final Driver.Call call;

  /** The addresses of the parameters' values. */
  private final MemorySegment parameters;

  /** The tensors whose maps stand among the parameters. */
  private final @Nullable Tensor<?>[] mapped;

  private final @Nullable CudaEntry plain;
  private int blocks;

  private CudaEntry(CudaProgram program, CudaCode code, Launch launch, @Nullable CudaEntry plain) {
    this.program = program;
    this.code = code;
    this.plain = plain;
    this.mapped = new Tensor<?>[code.boxes().size()];
    this.parameters = Arena.ofAuto().allocate((1 + mapped.length) * 8L, 8);
    parameters.setAtIndex(ValueLayout.JAVA_LONG, 0, launch.argumentsAddress());
    CudaContext context = program.context();
    this.call =
        context.driver().call(context.handle(), program.function(code), parameters.address());
  }

  static CudaEntry of(CudaProgram program, CudaCode code, Launch launch) {
    @Nullable CudaCode plain = code.plain();
    return new CudaEntry(program, code, launch, plain == null ? null : of(program, plain, launch));
  }

  /**
   * This entry, with its tensor maps in place, or the one that needs none of what the tensors lack.
   *
   * @throws LaunchException if there is no such entry
   */
  CudaEntry fitting(Launch launch, @Nullable CudaMemory[] memories) {
    int misfit = code.alignment() == 1 ? -1 : misaligned(memories);
    for (int i = 0; i < mapped.length && misfit < 0; i++) {
      int parameter = code.boxes().get(i).parameter();
      if (launch.given(parameter) != mapped[i] && !map(i, launch, memories)) {
        misfit = parameter;
      }
    }
    if (misfit < 0) {
      return this;
    }
    if (plain == null) {
      throw launch.refuse(
          misfit,
          "a tensor at a multiple of %d bytes whose rows are a multiple of %d bytes"
              .formatted(Math.max(code.alignment(), TensorMap.ALIGNMENT), TensorMap.ALIGNMENT),
          "%s at 0x%x".formatted(launch.given(misfit), address(misfit, memories)),
          " Pad the rows, or copy the tensor to one of its own.");
    }
    return plain.fitting(launch, memories);
  }

  private int misaligned(@Nullable CudaMemory[] memories) {
    for (int i = 0; i < memories.length; i++) {
      if (memories[i] != null && address(i, memories) % code.alignment() != 0) {
        return i;
      }
    }
    return -1;
  }

  private static long address(int parameter, @Nullable CudaMemory[] memories) {
    return Objects.requireNonNull(memories[parameter]).address();
  }

  /** Puts the map of a tensor among the parameters; false if it cannot have one. */
  private boolean map(int number, Launch launch, @Nullable CudaMemory[] memories) {
    CudaCode.Box box = code.boxes().get(number);
    Tensor<?> tensor = launch.given(box.parameter());
    CudaMemory memory = Objects.requireNonNull(memories[box.parameter()]);
    var map =
        new TensorMap(
            box.isRounded() ? "tf32" : tensor.dtype().id(),
            tensor.dtype().bytes(),
            innermostFirst(tensor),
            box.extents(),
            box.swizzleBytes());
    if (!map.isPossible(memory.address())) {
      return false;
    }
    parameters.setAtIndex(ValueLayout.JAVA_LONG, 1 + number, memory.map(map).address());
    mapped[number] = tensor;
    return true;
  }

  private static List<Integer> innermostFirst(Tensor<?> tensor) {
    var dims = new ArrayList<Integer>();
    for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
      dims.add(tensor.dim(axis));
    }
    return dims;
  }

  /** Puts a launch in line and returns the driver's result. */
  int launch(int count, Stream stream) {
    blocks = code.persistence().blocks(count, program.context().multiprocessors());
    return call.launch(blocks, code.threads(), code.sharedBytes(), stream.handle());
  }

  @Override
  public String description() {
    return "kernel %s (%s) on %s, %d blocks of %d threads with %d bytes of shared memory"
        .formatted(
            program.kernel().kernel(),
            code.symbol(),
            program.context().device(),
            blocks,
            code.threads(),
            code.sharedBytes());
  }
}
