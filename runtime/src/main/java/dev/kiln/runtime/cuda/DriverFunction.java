package dev.kiln.runtime.cuda;

import java.util.List;

/** Functions of the driver that not every driver has, with the CUDA version they came with. */
public enum DriverFunction {
  /** Tensor maps. */
  TENSOR_MAP("cuTensorMapEncodeTiled", 12_000),
  /** The time between events, as the presets call it. */
  ELAPSED_TIME("cuEventElapsedTime_v2", 12_080);

  /** What every launch needs; the newest of them came with CUDA 11.4. */
  static final List<String> ALWAYS =
      List.of(
          "cuInit",
          "cuDriverGetVersion",
          "cuDeviceGetCount",
          "cuDeviceGetName",
          "cuDeviceGetAttribute",
          "cuDevicePrimaryCtxRetain",
          "cuCtxSetCurrent",
          "cuMemGetInfo_v2",
          "cuDeviceGetDefaultMemPool",
          "cuMemPoolSetAttribute",
          "cuMemPoolTrimTo",
          "cuMemAllocAsync",
          "cuMemFreeAsync",
          "cuMemsetD8Async",
          "cuMemcpyHtoDAsync_v2",
          "cuMemcpyDtoHAsync_v2",
          "cuMemHostAlloc",
          "cuMemHostGetDevicePointer_v2",
          "cuStreamCreate",
          "cuStreamDestroy_v2",
          "cuStreamSynchronize",
          "cuStreamQuery",
          "cuStreamWaitEvent",
          "cuEventCreate",
          "cuEventDestroy_v2",
          "cuEventRecord",
          "cuEventSynchronize",
          "cuEventQuery",
          "cuStreamBeginCapture_v2",
          "cuStreamEndCapture",
          "cuGraphInstantiateWithFlags",
          "cuGraphLaunch",
          "cuGraphDestroy",
          "cuGraphExecDestroy",
          "cuModuleLoadData",
          "cuModuleLoadDataEx",
          "cuModuleGetFunction",
          "cuFuncSetAttribute",
          "cuLaunchKernel",
          "cuGetErrorName",
          "cuGetErrorString");

  /** The oldest version that has all of {@link #ALWAYS}. */
  static final int OLDEST = 11_040;

  private final String symbol;
  private final int since;

  DriverFunction(String symbol, int since) {
    this.symbol = symbol;
    this.since = since;
  }

  String symbol() {
    return symbol;
  }

  /** The CUDA version that it came with. */
  public int since() {
    return since;
  }

  /** A version as people write it. */
  public static String text(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }
}
