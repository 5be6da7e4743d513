package dev.kiln.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What a generated launcher class keeps: the kernel's manifest, its binaries once they are needed,
 * and launches that wait to be used again.
 *
 * <p>For generated code; programs call the {@code launch} methods of the generated class.
 */
public final class Launcher {

  /** Stands for the first variant that serves the device of the tensors. */
  public static final int DEFAULT = -1;

  /** Room for launches that wait, a power of two; a thread looks first where it put the last. */
  private static final int PLACES = 32;

  private final KernelInfo info;
  private final Signature signature;
  private final AtomicReferenceArray<@Nullable Launch> idle = new AtomicReferenceArray<>(PLACES);

  private final Map<ProgramKey<?>, Object> programs = new HashMap<>();

  Launcher(KernelInfo info) {
    this.info = info;
    this.signature = Signature.of(info);
  }

  /**
   * The launcher of a kernel.
   *
   * @param generated the launcher class, whose loader finds the resources
   * @param owner the binary name of the class that holds the kernel
   * @param method the kernel's name
   * @throws UnprocessedKernelException if there are no resources
   */
  public static Launcher of(Class<?> generated, String owner, String method) {
    return new Launcher(new KernelInfo(Resources.of(generated, owner, method)));
  }

  /** What the processor made of the kernel. */
  public KernelInfo info() {
    return info;
  }

  /** A launch to fill with arguments and run; it comes back by itself when it has run. */
  public Launch begin() {
    int own = place();
    for (int i = 0; i < PLACES; i++) {
      int place = (own + i) & (PLACES - 1);
      if (idle.getPlain(place) != null) {
        @Nullable Launch launch = idle.getAndSet(place, null);
        if (launch != null) {
          return launch;
        }
      }
    }
    return new Launch(this);
  }

  void end(Launch launch) {
    int own = place();
    for (int i = 0; i < PLACES; i++) {
      if (idle.compareAndSet((own + i) & (PLACES - 1), null, launch)) {
        return;
      }
    }
  }

  private static int place() {
    return (int) Thread.currentThread().threadId() & (PLACES - 1);
  }

  Signature signature() {
    return signature;
  }

  /** What is loaded of the kernel under a key, which is loaded now if it is the first time. */
  @SuppressWarnings("unchecked") // what a key has loaded is of the key's type
  synchronized <P> P program(ProgramKey<P> key) {
    @Nullable Object known = programs.get(key);
    if (known == null) {
      known = key.load(info);
      programs.put(key, known);
    }
    return (P) known;
  }
}
