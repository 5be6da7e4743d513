package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import dev.kiln.processor.Generated;
import dev.kiln.processor.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every source under {@code frontend} gives the IR text beside it, and every kernel in it the same
 * results by Java, by its IR and by its binary. {@code -Dkiln.bless=true} writes the texts.
 */
class GoldenTest {
  private static final Path SOURCES = Path.of("src/test/resources/frontend");

  /** Sizes of named dimensions. */
  private static final Map<String, Integer> SIZES = Map.of("n", 17, "m", 9, "k", 5);

  private static final int OTHER_SIZE = 13;

  /** The interpreter differs from Java in the order of sums and in the last places of maths. */
  private static final double BY_INTERPRETER = 0x1p-20;

  /** The CPU's own maths and contracted products may differ in a few more places. */
  private static final double BY_CPU = 0x1p-18;

  @TestFactory
  Collection<DynamicContainer> sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .map(GoldenTest::tests)
          .toList();
    }
  }

  private static DynamicContainer tests(Path file) {
    String name = file.getFileName().toString();
    Translated translated = Translated.of(Map.of("frontend/" + name, read(file)));
    List<DynamicNode> tests = new ArrayList<>();
    tests.add(dynamicTest("gives the text beside it", () -> compare(file, translated)));
    ClassLoader launchers = Generated.loader(Sources.compile(read(file)));
    translated
        .kernels()
        .forEach(
            (kernel, ir) -> {
              tests.add(run(translated, kernel, ir));
              tests.add(launch(translated, kernel, ir, launchers));
            });
    return dynamicContainer(name, tests);
  }

  private static void compare(Path file, Translated translated) {
    assertEquals(List.of(), translated.summary());
    assertEquals(List.of(), translated.compiler());
    StringBuilder text = new StringBuilder();
    translated
        .kernels()
        .forEach(
            (name, kernel) -> {
              assertEquals(kernel, Parser.parse(kernel.loc().file(), Printer.print(kernel)));
              text.append("// ").append(name).append('\n');
              text.append(Printer.print(kernel, Printer.Places.HIDDEN)).append('\n');
            });
    Path golden = Path.of(file.toString().replace(".java", ".ir"));
    if (Boolean.getBoolean("kiln.bless")) {
      write(golden, text.toString());
    }
    assertEquals(read(golden), text.toString());
  }

  private static DynamicTest run(Translated translated, String name, Kernel kernel) {
    return dynamicTest(
        name + " is what Java runs",
        () -> Differential.of(translated, name).within(BY_INTERPRETER).agreeOn(arguments(kernel)));
  }

  private static DynamicTest launch(
      Translated translated, String name, Kernel kernel, ClassLoader launchers) {
    return dynamicTest(
        name + " runs so on the CPU",
        () ->
            Differential.of(translated, name)
                .within(BY_CPU)
                .launched(launchers)
                .agreeOn(arguments(kernel)));
  }

  /** Arguments for a kernel, the same each time. */
  static Object[] arguments(Kernel kernel) {
    List<Object> arguments = new ArrayList<>();
    for (Param param : kernel.params()) {
      arguments.add(argument(param, arguments.size()));
    }
    return arguments.toArray();
  }

  private static Object argument(Param param, int seed) {
    if (param.value().type() instanceof Type.TensorType tensor) {
      Integer[] dims = new Integer[tensor.rank()];
      for (int i = 0; i < dims.length; i++) {
        dims[i] = i < param.dims().size() ? size(param.dims().get(i)) : OTHER_SIZE;
      }
      return Differential.random(seed, tensor.element(), dims);
    }
    DType dtype = param.value().dtype();
    return switch (dtype) {
      case I32 -> 3;
      case I64 -> 5L;
      case F32 -> 0f;
      case F64 -> 2.5;
      case BOOL -> true;
      case F16, BF16, E4M3, E5M2, I8, I16, U8 -> throw new AssertionError(param);
    };
  }

  private static Integer size(String dim) {
    return Character.isDigit(dim.charAt(0))
        ? Integer.valueOf(dim)
        : SIZES.getOrDefault(dim, OTHER_SIZE);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
