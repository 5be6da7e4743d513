package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.codegen.Target;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.worker.LlvmTarget;
import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Optimisation;
import dev.kiln.codegen.llvm.worker.Product;
import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the whole pipeline makes of a product: full register tiles, nothing of them in memory. */
class ProductAssemblyTest {
  private static final Pattern BLOCK_START = Pattern.compile("(?m)^\\.L");

  @TestFactory
  Stream<DynamicTest> theInnerLoopIsARegisterTileThatSpillsNothing() {
    return Stream.of(
        test(0, DType.F32, "mulps", 4 * 2),
        test(1, DType.F32, "vfmadd\\d+ps", 6 * 2),
        test(1, DType.F64, "vfmadd\\d+pd", 6 * 2),
        test(1, DType.BF16, "vfmadd\\d+ps", 6 * 2),
        test(2, DType.F32, "vfmadd\\d+ps", 12 * 2));
  }

  private static DynamicTest test(int level, DType dtype, String multiplication, int count) {
    Target target = CpuBackend.BACKEND.targets().get(level);
    return dynamicTest(
        dtype.text() + " for " + target,
        () -> {
          String loop = hottest(assembly(target, dtype), multiplication);
          long found = occurrences(loop, multiplication);
          assertEquals(0, found % count, loop);
          assertEquals(0, occurrences(loop, "\\(%rsp"), loop);
          assertEquals(0, occurrences(loop, "movaps\\s+%.mm\\d+, .*\\("), loop);
        });
  }

  /** The straight code with the most multiplications, up to the jump that ends it. */
  private static String hottest(String assembly, String multiplication) {
    return BLOCK_START
        .splitAsStream(assembly)
        .map(part -> part.split("(?m)^\\s+j\\w+\\s", 2)[0])
        .max(Comparator.comparingLong(part -> occurrences(part, multiplication)))
        .orElseThrow();
  }

  private static long occurrences(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  private static String assembly(Target target, DType dtype) throws Exception {
    var tiling = new TileCases.Tiling(84, 64, 64, 84, 64, 64);
    Kernel tile = TileCases.gemm(dtype, tiling, false, false).kernel();
    var context =
        new Context(
            target.machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    Kernel kernel = Runner.run(CpuBackend.BACKEND.pipeline(), tile, context, Runner.Observer.NONE);
    var unit = new Unit("kiln_k0_" + target.tag(), target, kernel);
    String module = new CpuEmitter().emit(List.of(unit)).getFirst().modules().getFirst();
    var request =
        new Request(
            Product.ASSEMBLY,
            LlvmTarget.X86_64_LINUX,
            Optimisation.QUICK,
            List.of(new ModuleText("product.ll", module)));
    Worker worker = Worker.shared(WorkerSettings.of(ProductAssemblyTest.class.getClassLoader()));
    return new String(worker.run(request), StandardCharsets.UTF_8);
  }
}
