package dev.kiln.processor.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Finishing;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.Target;
import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.Unit;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
        List.of("one"),
        List.of(),
        List.of(pass),
        (units, traps) ->
            List.of(
                new Job(
                    "test-one",
                    "k.ptx",
                    ArtifactKind.PTX,
                    "nvptx64-nvidia-cuda",
                    "sm_80",
                    "",
                    List.of(text))),
        Finishing.NONE,
        ArtifactKind.PTX,
        List.of("test"));
  }

  private static LlvmToolchain toolchain() throws WorkerException {
    return new LlvmToolchain(
        Worker.shared(WorkerSettings.of(KernelCompilerTest.class.getClassLoader())));
  }

  private @Nullable CompiledKernel compile(Backend backend, String stop, Diagnostics diagnostics) {
    CompileSettings settings =
        new CompileSettings(folder, stop, true, true, false, ToolSettings.none());
    KernelCompiler compiler =
        new KernelCompiler(List.of(backend), settings, KernelCompilerTest::toolchain);
    LoweredKernel lowered =
        compiler.lower(
            "t.K.k",
            LOC,
            List.of(new VariantIr(0, "", "", TILE)),
            UnaryOperator.identity(),
            diagnostics);
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

  /** One that makes nothing of its units but an artifact with their symbols. */
  private static Backend listing(Finishing finishing) {
    Machine machine = new Machine("test", 16, 16, 1024, 1 << 20, 64, Set.of());
    return new Backend(
        "test",
        List.of(
            new Target("test", "one", "one", machine), new Target("test", "two", "two", machine)),
        List.of("one"),
        List.of(),
        List.of(pass(Stage.EMITTABLE, (kernel, context) -> kernel)),
        (units, traps) ->
            List.of(
                new Job(
                    "test",
                    units.stream().map(Unit::symbol).collect(Collectors.joining(" ")),
                    ArtifactKind.PTX,
                    "nvptx64-nvidia-cuda",
                    "sm_80",
                    "",
                    List.of(CRASHES.replace("llvm.sin", "llvm.sqrt")))),
        finishing,
        ArtifactKind.PTX,
        List.of("test"));
  }

  private static String symbols(List<VariantIr> rows) {
    CompileSettings settings =
        new CompileSettings(null, "", false, true, false, ToolSettings.none());
    Diagnostics diagnostics = new Diagnostics();
    KernelCompiler compiler =
        new KernelCompiler(
            List.of(listing(Finishing.NONE)), settings, KernelCompilerTest::toolchain);
    LoweredKernel lowered =
        compiler.lower("t.K.k", LOC, rows, UnaryOperator.identity(), diagnostics);
    return lowered == null
        ? diagnostics.all().getFirst().code().id()
        : lowered.due().getFirst().job().artifact();
  }

  @Test
  void aTargetTakesTheRowsThatNameItElseThoseOfItsBackendElseTheOthers() {
    VariantIr any = new VariantIr(0, "a", "", TILE);
    VariantIr backend = new VariantIr(1, "b", "test", TILE);
    VariantIr target = new VariantIr(2, "c", "test:two", TILE);
    assertEquals("kiln_k0_one kiln_k0_two", symbols(List.of(any)));
    assertEquals("kiln_k1_one kiln_k1_two", symbols(List.of(any, backend)));
    assertEquals("kiln_k0_one kiln_k2_two", symbols(List.of(any, target)));
    assertEquals("kiln_k1_one kiln_k2_two", symbols(List.of(any, backend, target)));
    assertEquals("KILN1027", symbols(List.of(target)));
  }

  @Test
  void whatAToolSaysIsAWarningAtTheKernel() {
    Finishing tool =
        (job, artifact, tools) ->
            new Finishing.Finished(
                List.of(new Finishing.Extra("test.bin", "k.bin", artifact)),
                List.of(
                    new Finishing.Remark.Spill("test:one", "kiln_k0_one", 8),
                    new Finishing.Remark.Warning("test:one", "(C7510) slow"),
                    new Finishing.Remark.Refusal("test:one", "too new")));
    Diagnostics diagnostics = new Diagnostics();
    CompiledKernel compiled = compile(listing(tool), "", diagnostics);
    assertNotNull(compiled);
    assertEquals(
        List.of(
            Diagnostic.of(Code.REGISTERS_SPILLED, LOC, "test:one", 8),
            Diagnostic.of(Code.ASSEMBLER_WARNING, LOC, "test:one", "(C7510) slow"),
            Diagnostic.of(Code.ASSEMBLER_REFUSAL, LOC, "test:one", "too new")),
        diagnostics.all());
    assertEquals(
        List.of("test", "test.bin"),
        compiled.artifacts().stream().map(CompiledKernel.Artifact::name).toList());
    assertEquals("1", compiled.variants().getFirst().properties().get("one.threads"));
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
  void aPassThatThrowsIsNamedAndTheKernelItWasGivenIsReported() throws IOException {
    Pass throwing =
        pass(
            Stage.EMITTABLE,
            (kernel, context) -> {
              throw new AssertionError("on purpose");
            });
    Diagnostics diagnostics = new Diagnostics();
    CompiledKernel compiled =
        new Failures(folder, "t.K.k")
            .guard(
                "code generation",
                "",
                LOC,
                diagnostics,
                () -> compile(backend(throwing, ""), "", new Diagnostics()));
    assertNull(compiled);
    Diagnostic found = diagnostics.all().getFirst();
    assertEquals(Code.INTERNAL, found.code());
    assertEquals(LOC, found.loc());
    assertTrue(found.text().contains("failed in 'step' on kernel 't.K.k'"), found.text());
    assertTrue(found.text().contains("AssertionError: on purpose"), found.text());
    assertTrue(Files.readString(folder.resolve("t.K.k/context.txt")).contains("grid"));
    assertTrue(Files.readString(folder.resolve("t.K.k/failure.txt")).contains("PassFailure"));
  }

  @Test
  void aProblemOfAPassIsAFindingOfItsCode() {
    Loc place = new Loc("K.java", 7, 3, 90, 95, null);
    Pass finding =
        pass(
            Stage.CHECKED,
            (kernel, context) -> {
              context.problems().accept(new Problem("KILN1206", place, List.of("acc", "2", "0")));
              return kernel;
            });
    Diagnostics diagnostics = new Diagnostics();
    assertNull(compile(backend(finding, ""), "", diagnostics));
    assertEquals(List.of(Diagnostic.of(Code.AXIS_RANGE, place, "acc", 2, "0")), diagnostics.all());
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
