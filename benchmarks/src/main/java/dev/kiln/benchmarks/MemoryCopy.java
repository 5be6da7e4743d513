package dev.kiln.benchmarks;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** The peer of the memory-bound kernels: the JDK's copy, one equal slice a thread. */
final class MemoryCopy implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  MemoryCopy(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
  }

  /** Copies all of {@code source} over {@code target}. */
  void copy(MemorySegment source, MemorySegment target) {
    long slice = source.byteSize() / threads;
    var parts =
        IntStream.range(0, threads)
            .mapToObj(
                i ->
                    pool.submit(
                        () -> MemorySegment.copy(source, i * slice, target, i * slice, slice)))
            .toList();
    for (var part : parts) {
      try {
        part.get();
      } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
