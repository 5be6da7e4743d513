package dev.kiln.testkit.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import dev.kiln.runtime.Device;
import dev.kiln.testkit.random.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is packed runs: here on the CPU, as it will on a machine with a GPU. */
class PackTest {
  private static final PackedTarget CPU = new PackedTarget("cpu:x86-64-v3");

  private static final Path CORPUS = Path.of("../processor/src/test/resources/frontend");

  private static final Kernel ADDS =
      Parser.parse(
          "adds",
          """
          kernel "test.adds" (%0.x: tensor<?xi32> (n), %1.y: tensor<?xi32> (n)) {
            %2 = dim %0.x axis 0 : i32
            grid (%3.b: i32) in (%2) {
              %4 = load-element %0.x[%3.b] : i32
              %5 = add %4, %3.b : i32
              store-element %1.y[%3.b] = %5
            }
          }
          """);

  /** Loaded anew beside a pack, so that its loader finds that pack. */
  static final class Anchor {}

  private static Class<?> pack(Path folder, List<PackedWork> works, List<PackedTarget> targets)
      throws IOException, ReflectiveOperationException {
    new PackWriter(folder, targets).write(works);
    String file = Anchor.class.getName().replace('.', '/') + ".class";
    try (InputStream bytes = PackTest.class.getResourceAsStream("/" + file)) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.copy(bytes, folder.resolve(file));
    }
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)
        .loadClass(Anchor.class.getName());
  }

  private static List<PackedWork> random(long first, int count) {
    return LongStream.range(first, first + count)
        .<PackedWork>mapToObj(PackedWork.Random::new)
        .toList();
  }

  @Test
  void packedKernelsRunOnTheCpu(@TempDir Path folder) throws Exception {
    var works = new ArrayList<PackedWork>(random(3, 3));
    PackWriter.corpus(CORPUS.resolve("Integers.ir")).stream()
        .filter(work -> work.name().contains(".division"))
        .forEach(works::add);
    assertEquals(5, works.size());
    Class<?> anchor = pack(folder, works, List.of(CPU));
    PackIndex index = PackIndex.of(anchor);
    assertEquals(new PackIndex(List.of(CPU), works), index);
    for (PackedWork work : index.works()) {
      for (Workload workload : work.workloads()) {
        var trial = new PackTrial(anchor, work, workload);
        trial.check(CPU, 0);
        trial.check(CPU, 1);
      }
    }
  }

  @Test
  void noKernelIsLeftOut() throws IOException {
    var left = new ArrayList<String>();
    try (Stream<Path> files = Files.list(CORPUS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".ir")).sorted().toList()) {
        List<String> packed = PackWriter.corpus(file).stream().map(PackedWork::name).toList();
        Parser.parseAll(file.toString(), Files.readString(file)).stream()
            .map(Kernel::name)
            .filter(name -> !packed.contains(name))
            .forEach(left::add);
      }
    }
    assertEquals(List.of(), left);
  }

  /** A kernel in the place of another one of the same parameters. */
  @Test
  void theWrongKernelIsFound(@TempDir Path folder) throws Exception {
    Kernel right = ADDS;
    Kernel wrong = Parser.parse("wrong", Printer.print(right).replace(" = add ", " = sub "));
    var packed = new PackedWork.Corpus("work", wrong);
    Class<?> anchor = pack(folder, List.of(packed), List.of(CPU));
    var work = new PackedWork.Corpus("work", right);
    var trial = new PackTrial(anchor, work, work.workloads().getFirst());
    assertThrows(AssertionError.class, () -> trial.check(CPU, 0));
  }

  @Test
  void bytesAroundATensorAreWatched() {
    for (int at : new int[] {-1, 12}) {
      try (var guarded = new GuardedMemory(Device.cpu(), new byte[12], 4)) {
        assertArrayEquals(new byte[12], guarded.read());
        MemorySegment elements = guarded.memory().host();
        MemorySegment.ofAddress(elements.address() + at)
            .reinterpret(1)
            .set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
        var found = assertThrows(IllegalStateException.class, guarded::read);
        assertTrue(found.getMessage().startsWith("Written"), found.getMessage());
      }
    }
  }

  @Test
  void targetsAreSingleArchitectures() {
    assertThrows(IllegalArgumentException.class, () -> new PackedTarget("cuda"));
  }
}
