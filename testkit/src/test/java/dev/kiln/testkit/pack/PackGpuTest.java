package dev.kiln.testkit.pack;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.interp.Argument;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every kernel of the bundle's pack, on every GPU target that this machine runs. */
@Tag("gpu")
class PackGpuTest {
  /** All workloads of a kernel. */
  private static final int MOST = Integer.MAX_VALUE;

  /** One random kernel in so many is small enough for a sanitizer. */
  private static final int SAMPLED = 10;

  private final PackIndex index = PackIndex.of(PackGpuTest.class);

  private List<PackedTarget> here(boolean isCpu) {
    return index.targets().stream()
        .filter(target -> target.isCpu() == isCpu && target.device().isPresent())
        .toList();
  }

  @Test
  void thisMachineRunsTheCpusAndAGpusTarget() {
    assertFalse(here(true).isEmpty(), () -> "no CPU of " + index.targets());
    assertFalse(here(false).isEmpty(), () -> "no GPU of " + index.targets());
  }

  @TestFactory
  Stream<DynamicTest> kernels() {
    return index.works().stream().map(work -> dynamicTest(work.name(), () -> run(work, MOST)));
  }

  /** Kernels of the corpus and some of the random ones, once each. */
  @TestFactory
  @Tag("gpu-sanitize")
  Stream<DynamicTest> aSample() {
    return index.works().stream()
        .filter(work -> !(work instanceof PackedWork.Random(long seed)) || seed % SAMPLED == 0)
        .map(work -> dynamicTest(work.name(), () -> run(work, 1)));
  }

  private void run(PackedWork work, int most) {
    work.workloads().stream()
        .limit(most)
        .forEach(workload -> run(new PackTrial(PackGpuTest.class, work, workload)));
  }

  /** The CPU first; then each target of GPUs, whose tensors have to lie where kernels want them. */
  private void run(PackTrial trial) {
    for (PackedTarget cpu : here(true)) {
      List<List<Argument>> expected = trial.check(cpu, 0);
      for (PackedTarget gpu : here(false)) {
        List<List<Argument>> found = trial.check(gpu, 0);
        for (int variant = 0; variant < found.size(); variant++) {
          trial.same(gpu + " and " + cpu, expected.get(variant), found.get(variant));
        }
        trial.checkRefusal(gpu);
      }
    }
  }
}
