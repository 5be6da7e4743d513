package dev.kiln.testkit.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelTrapException;
import dev.kiln.runtime.LaunchException;
import dev.kiln.testkit.random.Workload;
import java.util.ArrayList;
import java.util.List;

/** A work of a pack on one of its workloads, against the interpreter, which is the reference. */
final class PackTrial {
  private final Class<?> anchor;
  private final PackedWork work;
  private final Workload workload;

  PackTrial(Class<?> anchor, PackedWork work, Workload workload) {
    this.anchor = anchor;
    this.work = work;
    this.workload = workload;
  }

  /** What each variant gives on the device of {@code target}, when the reference agrees. */
  List<List<Argument>> check(PackedTarget target, int shift) {
    Device device = target.device().orElseThrow();
    var packed = new PackedKernel(anchor, target, work);
    List<Argument> poisoned = workload.copyOfArguments();
    packed.poison(poisoned);
    List<Argument> expected = Workload.copy(poisoned);
    boolean isTrapped = traps(expected);
    var results = new ArrayList<List<Argument>>();
    for (int variant = 0; variant < packed.variants(); variant++) {
      int number = variant;
      String where = "%s, variant %d, shifted by %d".formatted(target, variant, shift);
      List<Argument> found = Workload.copy(poisoned);
      if (isTrapped) {
        assertThrows(
            KernelTrapException.class, () -> packed.run(device, number, found, shift), where);
      } else {
        packed.run(device, number, found, shift);
        same("the interpreter and " + where, expected, found);
        results.add(found);
        sameBits(where, packed.written(), results.getFirst(), found);
      }
    }
    return results;
  }

  /** Tensors that are not where the target's kernels want them are refused, with the place. */
  void checkRefusal(PackedTarget target) {
    var packed = new PackedKernel(anchor, target, work);
    if (packed.grid(workload.arguments()).contains(0L)) {
      return;
    }
    Device device = target.device().orElseThrow();
    var refused =
        assertThrows(
            LaunchException.class, () -> packed.run(device, 0, workload.copyOfArguments(), 1));
    assertTrue(refused.getMessage().contains("at a multiple of 16 bytes"), refused.getMessage());
  }

  private boolean traps(List<Argument> arguments) {
    try {
      Interpreter.run(workload.kernel(), arguments);
      return false;
    } catch (TrapException trap) {
      return true;
    }
  }

  /** Compares two runs. */
  void same(String which, List<Argument> expected, List<Argument> found) {
    assertNull(workload.difference(expected, found), () -> "%s: %s".formatted(work.name(), which));
  }

  /** Compares the variants of a kernel, which differ in nothing that may change a result. */
  private void sameBits(
      String which, List<Integer> written, List<Argument> expected, List<Argument> found) {
    for (int tensor : written) {
      assertArrayEquals(
          ((TensorData) expected.get(tensor)).bytes(),
          ((TensorData) found.get(tensor)).bytes(),
          () -> "%s: %s and one stage".formatted(work.name(), which));
    }
  }
}
