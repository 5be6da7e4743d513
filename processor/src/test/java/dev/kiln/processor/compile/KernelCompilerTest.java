package dev.kiln.processor.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.text.Parser;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver makes of failures: of LLVM, of its process, of a pass, and of the user. */
final class KernelCompilerTest {
  private static final Loc LOC = new Loc("K.java", 4, 15, 40, 41, null);

  private static final Kernel TILE =
      Parser.parse(
          "k.ir",
          """
          kernel "t.K.k" (%0.a: tensor<?xf32>) {
            %1 = constant 1 : i32
            grid (%2.x: i32) in (%1) {
            }
          }
          """);

  /** LLVM cannot select the sine on NVPTX and ends its process. */
  private static final String CRASHES =
      """
      target triple = "nvptx64-nvidia-cuda"
      declare double @llvm.sin.f64(double)
      define void @k(ptr %p) {
        %x = load double, ptr %p
        %y = call double @llvm.sin.f64(double %x)
        store double %y, ptr %p
        ret void
      }
      """;

  @TempDir Path folder;

  private static final class Step {}

  private static Pass pass(Stage stage, Pass.Transform run) {
    return Pass.of(Step.class, stage, "A step of a test.", run).gives(Fact.LEGAL);
  }

  private static Backend backend(Pass pass, String text) {
    Machine machine = new Machine("test:one", 16, 16, 1 << 20, Set.of());
    return new Backend(
        "test",
        List.of(new Target("test", "one", "one", machine)),
        List.of(),
        List.of(pass),
        (units, traps) ->
            List.of(
                new Job(
                    "k.ptx", ArtifactKind.PTX, "nvptx64-nvidia-cuda", "sm_80", "", List.of(text))),
        ArtifactKind.PTX,
        List.of("test"));
  }

  private static LlvmToolchain toolchain() throws WorkerException {
    return new LlvmToolchain(
        Worker.shared(WorkerSettings.of(KernelCompilerTest.class.getClassLoader())));
  }

  private @Nullable CompiledKernel compile(Backend backend, String stop, Diagnostics diagnostics) {
    CompileSettings settings = new CompileSettings(folder, stop, true, true);
    KernelCompiler compiler =
        new KernelCompiler(List.of(backend), settings, KernelCompilerTest::toolchain);
    LoweredKernel lowered =
        compiler.lower("t.K.k", LOC, List.of(new VariantIr(0, "", "", TILE)), diagnostics);
    return lowered == null ? null : compiler.finish("t.K.k", LOC, lowered, diagnostics);
  }

  @Test
  void aCrashOfLlvmIsAnErrorAtTheKernelAndTheNextKernelCompiles() throws IOException {
    Diagnostics diagnostics = new Diagnostics();
    Pass nothing = pass(Stage.EMITTABLE, (kernel, context) -> kernel);
    assertNull(compile(backend(nothing, CRASHES), "", diagnostics));
    Diagnostic found = diagnostics.all().getFirst();
    assertEquals(Code.NATIVE_FAILURE, found.code());
    assertEquals(LOC, found.loc());
    assertTrue(found.text().contains("Cannot select"), found.text());
    assertTrue(Files.readString(folder.resolve("t.K.k/k.ptx/0.ll")).contains("llvm.sin"));
    Diagnostics next = new Diagnostics();
    CompiledKernel compiled =
        compile(backend(nothing, CRASHES.replace("llvm.sin", "llvm.sqrt")), "", next);
    assertEquals(List.of(), next.all());
    assertNotNull(compiled);
    assertEquals("k.ptx", compiled.artifacts().getFirst().file());
  }

  @Test
  void aRefusalOfLlvmIsAnErrorAtTheKernel() {
    Diagnostics diagnostics = new Diagnostics();
    Pass nothing = pass(Stage.EMITTABLE, (kernel, context) -> kernel);
    assertNull(compile(backend(nothing, "this is no module"), "", diagnostics));
    assertEquals(
        List.of(Code.NATIVE_FAILURE), diagnostics.all().stream().map(Diagnostic::code).toList());
  }

  @Test
  void aPassThatThrowsIsNamedWithTheKernelItWasGiven() {
    Pass throwing =
        pass(
            Stage.EMITTABLE,
            (kernel, context) -> {
              throw new IllegalStateException("on purpose");
            });
    PassFailure failure =
        assertThrows(
            PassFailure.class, () -> compile(backend(throwing, ""), "", new Diagnostics()));
    assertEquals("step", failure.pass());
    assertTrue(failure.ir().contains("grid"), failure.ir());
  }

  @Test
  void aProblemOfAPassIsAFindingOfItsCode() {
    Loc place = new Loc("K.java", 7, 3, 90, 95, null);
    Pass finding =
        pass(
            Stage.CHECKED,
            (kernel, context) -> {
              context.problems().accept(new Problem("KILN1404", place, List.of("acc")));
              return kernel;
            });
    Diagnostics diagnostics = new Diagnostics();
    assertNull(compile(backend(finding, ""), "", diagnostics));
    assertEquals(List.of(Diagnostic.of(Code.READ_BEFORE_WRITE, place, "acc")), diagnostics.all());
  }

  @Test
  void aStoppedKernelIsANoteThatNamesTheFolder() {
    Diagnostics diagnostics = new Diagnostics();
    Pass nothing = pass(Stage.EMITTABLE, (kernel, context) -> kernel);
    assertNull(compile(backend(nothing, ""), "EMITTABLE", diagnostics));
    Diagnostic found = diagnostics.all().getFirst();
    assertEquals(Code.STOPPED, found.code());
    assertTrue(found.text().contains(folder.toString()), found.text());
  }
}
