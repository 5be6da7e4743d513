package dev.kiln.runtime;

import dev.kiln.runtime.cuda.Driver;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * One word of pinned memory for each kernel of a device, where the kernel leaves the number of the
 * place it stopped at; all launches of a kernel share it, so graphs may keep its address.
 */
final class TrapWords {

  private static final int PAGE_BYTES = 4096;
  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

  private final Driver driver;
  private final List<MemorySegment> pages = new ArrayList<>();
  private final List<KernelInfo> kernels = new ArrayList<>();

  /** The context must be current; the page of the first kernels is made with it. */
  TrapWords(Driver driver) {
    this.driver = driver;
    pages.add(page());
  }

  /** The address, for the current device, of a new word. */
  synchronized long add(KernelInfo kernel) {
    int number = kernels.size();
    if (number * Integer.BYTES == pages.size() * PAGE_BYTES) {
      pages.add(page());
    }
    kernels.add(kernel);
    return driver.deviceAddress(page(number).address()) + offset(number);
  }

  /**
   * Empties all words.
   *
   * @throws KernelTrapException if one was set; those of others are suppressed ones
   */
  synchronized void check() {
    KernelTrapException first = null;
    for (int number = 0; number < kernels.size(); number++) {
      if (page(number).get(ValueLayout.JAVA_INT, offset(number)) != 0) {
        int place = (int) WORD.getAndSet(page(number), offset(number), 0);
        KernelTrapException trap = kernels.get(number).trap(place);
        if (first == null) {
          first = trap;
        } else {
          first.addSuppressed(trap);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @SuppressWarnings("restricted")
  private MemorySegment page() {
    return MemorySegment.ofAddress(driver.allocatePinned(PAGE_BYTES))
        .reinterpret(PAGE_BYTES)
        .fill((byte) 0);
  }

  private MemorySegment page(int number) {
    return pages.get(number * Integer.BYTES / PAGE_BYTES);
  }

  private static long offset(int number) {
    return (long) number * Integer.BYTES % PAGE_BYTES;
  }
}
