package dev.kiln.codegen.llvm.worker;

import java.time.Duration;

/**
 * What a child may take.
 *
 * @param mebibytes the memory of its process, LLVM's included; a child that needs more ends
 * @param silence the longest that it may say nothing while it is waited for; then it is ended
 */
public record WorkerLimits(int mebibytes, Duration silence) {
  /** What nearly every kernel is far from. */
  public static final WorkerLimits GENEROUS = new WorkerLimits(1920, Duration.ofMinutes(5));

  /** LLVM's memory and libraries take most. */
  private static final int HEAPS = 6;

  /** The part of the memory that is the Java heap. */
  int heapMebibytes() {
    return mebibytes / HEAPS;
  }
}
