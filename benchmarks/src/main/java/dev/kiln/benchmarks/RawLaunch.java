package dev.kiln.benchmarks;

import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * The peer of a launch: {@code cuLaunchKernel} through the presets and nothing else, of a kernel
 * that takes the same parameters and does as little. The context must be current.
 */
final class RawLaunch {
  private static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry touch(.param .align 8 .b8 args[48])
      {
        ret;
      }
      """;

  private final CUfunc_st function = new CUfunc_st();
  private final CUstream_st stream = new CUstream_st();
  private final PointerPointer<Pointer> parameters = new PointerPointer<>(1);
  private final PointerPointer<Pointer> none = new PointerPointer<>((Pointer) null);

  RawLaunch() {
    var module = new CUmod_st();
    check(cudart.cuModuleLoadData(module, new BytePointer(PTX)));
    check(cudart.cuModuleGetFunction(function, module, "touch"));
    check(cudart.cuStreamCreate(stream, 1));
    parameters.put(0, new LongPointer(6));
  }

  /** Puts a launch of one block in line. */
  void launch(int threads) {
    check(cudart.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, parameters, none));
  }

  void synchronize() {
    check(cudart.cuStreamSynchronize(stream));
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("the driver returned error " + result);
    }
  }
}
