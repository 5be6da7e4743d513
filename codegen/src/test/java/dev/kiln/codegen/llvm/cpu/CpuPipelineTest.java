package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import dev.kiln.pass.VerifyObserver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CpuPipelineTest {

  @TestFactory
  Stream<DynamicTest> everyPassKeepsTheResultOfAProduct() {
    return afterEveryPass(TileCases.gemms());
  }

  @TestFactory
  Stream<DynamicTest> everyPassKeepsTheResultOfACopy() {
    return afterEveryPass(CopyCases.all());
  }

  @TestFactory
  Stream<DynamicTest> everyPassKeepsTheResultOfAReduction() {
    return afterEveryPass(ReduceCases.all());
  }

  @TestFactory
  Stream<DynamicTest> compiledProductsAreRight() throws Exception {
    return compiled(TileCases.gemms());
  }

  @TestFactory
  Stream<DynamicTest> compiledCopiesAreRight() throws Exception {
    return compiled(CopyCases.all());
  }

  @TestFactory
  Stream<DynamicTest> compiledReductionsAreRight() throws Exception {
    return compiled(ReduceCases.all());
  }

  private static Stream<DynamicTest> afterEveryPass(List<TileCase> cases) {
    return cases.stream()
        .flatMap(
            tileCase ->
                CpuBackend.BACKEND.targets().stream()
                    .map(
                        target ->
                            dynamicTest(
                                tileCase.name() + " for " + target,
                                () -> checkEveryPass(tileCase, target))));
  }

  private static void checkEveryPass(TileCase tileCase, Target target) {
    VerifyObserver.require("the case", tileCase.kernel(), Set.of());
    List<Argument> expected = interpreted(tileCase, tileCase.kernel());
    lower(
        tileCase.kernel(),
        target,
        new VerifyObserver()
            .and(
                step -> {
                  if (!step.isUnchanged()) {
                    String difference =
                        tileCase.difference(expected, interpreted(tileCase, step.after()));
                    assertEquals("", difference, "after " + step.pass().name());
                  }
                  return true;
                }));
  }

  private static Kernel lower(Kernel kernel, Target target, Runner.Observer observer) {
    var context =
        new Context(
            target.machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    return Runner.run(CpuBackend.BACKEND.pipeline(), kernel, context, observer);
  }

  private static List<Argument> interpreted(TileCase tileCase, Kernel kernel) {
    List<Argument> arguments = tileCase.copies();
    Interpreter.run(kernel, arguments, Options.DEFAULT.withSeed(5).withRaces());
    return arguments;
  }

  private static Stream<DynamicTest> compiled(List<TileCase> cases) throws Exception {
    var units = new ArrayList<Unit>();
    for (int i = 0; i < cases.size(); i++) {
      for (Target target : CpuBackend.BACKEND.targets()) {
        Kernel kernel = lower(cases.get(i).kernel(), target, Runner.Observer.NONE);
        units.add(new Unit("kiln_k" + i + "_" + target.tag(), target, kernel));
      }
    }
    Library library = Library.ofUnits(units);
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < cases.size(); i++) {
      int number = i;
      for (int level : library.runnable()) {
        tests.add(
            dynamicTest(
                cases.get(i).name() + " at level " + level,
                () -> checkCompiled(cases.get(number), library, number, level)));
      }
    }
    return tests.stream();
  }

  private static void checkCompiled(TileCase tileCase, Library library, int number, int level) {
    List<Argument> expected = interpreted(tileCase, tileCase.kernel());
    List<Argument> actual = tileCase.copies();
    try (Arena arena = Arena.ofConfined()) {
      var memories = new ArrayList<MemorySegment>();
      var passed = new ArrayList<Object>();
      for (Argument argument : actual) {
        passed.add(pass(argument, arena, memories));
      }
      long[] grid = tileCase.grid().stream().mapToLong(Integer::longValue).toArray();
      assertEquals(0, library.run(number, level, grid, passed.toArray()));
      for (int i = 0; i < actual.size(); i++) {
        if (actual.get(i) instanceof TensorData tensor) {
          byte[] bytes = tensor.bytes();
          MemorySegment.copy(memories.get(i), ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
        }
      }
    }
    assertEquals("", tileCase.difference(expected, actual));
  }

  private static Object pass(Argument argument, Arena arena, List<MemorySegment> memories) {
    return switch (argument) {
      case TensorData tensor -> {
        MemorySegment memory = arena.allocate(Math.max(1, tensor.bytes().length), 64);
        memory.copyFrom(MemorySegment.ofArray(tensor.bytes()));
        memories.add(memory);
        long[] dims = tensor.dims().stream().mapToLong(Integer::longValue).toArray();
        yield new Library.Tensor(memory, dims);
      }
      case Argument.Scalar scalar -> {
        memories.add(MemorySegment.NULL);
        yield scalar.bits();
      }
    };
  }
}
