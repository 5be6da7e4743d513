package dev.kiln.processor.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import dev.kiln.codegen.llvm.worker.Llvm;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import dev.kiln.codegen.llvm.worker.child.Call;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.model.CompilerClasses;
import dev.kiln.processor.model.MethodData;
import dev.kiln.processor.model.ModelAnswers;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A step that fails at one kernel is an error at that kernel, with a report, and the round goes on.
 * The kernels of a real javac are compiled here, by a worker whose parts fail on purpose.
 */
final class FailingStepsTest {
  private static final String KERNELS =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Steps {
        @TileKernel
        static void first(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
        @TileKernel
        static void second(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 2f));
        }
      }
      """;

  private static final byte[] LIBRARY = {1};

  @TempDir Path folder;

  /** What goes wrong: the question at which the front end fails, or what LLVM does. */
  private record Fault(Predicate<String> question, Llvm llvm) {
    static Fault atQuestion(String part) {
      return new Fault(question -> question.contains(part), request -> () -> LIBRARY);
    }

    static Fault inLlvm(Llvm llvm) {
      return new Fault(question -> false, llvm);
    }
  }

  /** The compiler's end of a conversation, which keeps what it is told. */
  private record Listener(
      byte[] request, ModelAnswers answers, Predicate<String> fault, List<KernelReply> replies)
      implements Call {
    @Override
    public void tell(byte[] message) {
      try {
        switch (Message.of(message)) {
          case Message.Reply(KernelReply reply) -> replies.add(reply);
          case Message.AboutOptions(List<Diagnostic> findings) -> assertEquals(List.of(), findings);
          case Message.Question _, Message.Failure _ -> throw new AssertionError("unexpected");
        }
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }

    @Override
    public byte[] ask(byte[] question) {
      if (fault.test(new String(question, StandardCharsets.UTF_8))) {
        throw new AssertionError("on purpose");
      }
      try {
        if (Message.of(question) instanceof Message.Question(byte[] about)) {
          return answers.answer(new DataInputStream(new ByteArrayInputStream(about)));
        }
        throw new AssertionError("not a question");
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }

    @Override
    public void close() {}
  }

  /** Stands where Kiln's processor does, and compiles in this process. */
  @SupportedAnnotationTypes("dev.kiln.lang.TileKernel")
  private static final class InProcess extends AbstractProcessor {
    private final Path dump;
    private final Fault fault;
    private final List<KernelReply> replies = new ArrayList<>();

    InProcess(Path dump, Fault fault) {
      this.dump = dump;
      this.fault = fault;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      List<RoundRequest.KernelMethod> kernels = new ArrayList<>();
      for (TypeElement annotation : annotations) {
        ElementFilter.methodsIn(round.getElementsAnnotatedWith(annotation))
            .forEach(
                kernel ->
                    kernels.add(
                        new RoundRequest.KernelMethod(
                            MethodData.of(kernel),
                            0,
                            KERNELS.indexOf(kernel.toString().split("\\(", 2)[0]))));
      }
      if (!kernels.isEmpty()) {
        Map<String, @Nullable String> options = new TreeMap<>(Map.of("kiln.dump", dump.toString()));
        RoundRequest request =
            new RoundRequest(
                options,
                processingEnv.getSourceVersion(),
                List.of(new RoundRequest.Source("Steps.java", KERNELS)),
                kernels);
        ModelAnswers answers =
            new ModelAnswers(new CompilerClasses(processingEnv.getElementUtils()));
        Listener listener = new Listener(request.bytes(), answers, fault.question(), replies);
        new RoundWork(request, listener, fault.llvm()).run();
      }
      return false;
    }
  }

  private List<KernelReply> compile(Fault fault) {
    InProcess processor = new InProcess(folder, fault);
    var _ =
        Compiler.javac()
            .withProcessors(processor)
            .compile(JavaFileObjects.forSourceString("t.Steps", KERNELS));
    return processor.replies;
  }

  private void assertReported(KernelReply reply, String kernel, String sentence)
      throws IOException {
    assertEquals(1, reply.findings().size(), reply.findings().toString());
    String text = reply.findings().getFirst().text();
    Path report = folder.resolve("t.Steps." + kernel);
    assertEquals(
        List.of(
            sentence,
            "This is a bug of Kiln, not of your code: report it with the files in " + report + "."),
        Arrays.stream(text.split("\n")).map(String::strip).toList());
    assertNull(reply.files());
    List<String> failure = Files.readAllLines(report.resolve("failure.txt"));
    assertEquals("t.Steps." + kernel, failure.getFirst());
    assertTrue(failure.get(1).startsWith("Kiln "), failure.get(1));
    assertTrue(failure.stream().anyMatch(line -> line.contains("on purpose")), failure.toString());
  }

  private void assertEachIsReported(Fault fault, String start) throws IOException {
    List<KernelReply> replies = compile(fault);
    assertEquals(2, replies.size());
    for (int i = 0; i < 2; i++) {
      String kernel = List.of("first", "second").get(i);
      assertReported(replies.get(i), kernel, start.formatted(kernel));
    }
  }

  @Test
  void withoutAFaultBothAreCompiled() {
    for (KernelReply reply : compile(Fault.inLlvm(request -> () -> LIBRARY))) {
      assertEquals(List.of(), reply.findings());
      assertFalse(reply.files() == null);
    }
  }

  @Test
  void aFailureOfTheFrontEnd() throws IOException {
    assertEachIsReported(
        Fault.atQuestion("dev.kiln.lang.Tile"),
        "[KILN9001] Kiln failed in 'front end' on kernel 't.Steps.%s': java.lang.AssertionError: on"
            + " purpose");
  }

  @Test
  void aFailureOfTheLauncher() throws IOException {
    assertEachIsReported(
        Fault.atQuestion("javax.annotation.processing.Generated"),
        "[KILN9001] Kiln failed in 'launcher' on kernel 't.Steps.%s': java.lang.AssertionError: on"
            + " purpose");
  }

  @Test
  void aFailureOfTheEmission() throws IOException {
    assertEachIsReported(
        Fault.inLlvm(
            request -> {
              throw new IllegalStateException("on purpose");
            }),
        "[KILN9001] Kiln failed in 'code generation' on kernel 't.Steps.%s':"
            + " java.lang.IllegalStateException: on purpose");
  }

  @Test
  void aFailureOfTheArtifacts() throws IOException {
    assertEachIsReported(
        Fault.inLlvm(
            request ->
                () -> {
                  throw new IllegalStateException("on purpose");
                }),
        "[KILN9001] Kiln failed in 'artifacts' on kernel 't.Steps.%s':"
            + " java.lang.IllegalStateException: on purpose");
  }

  @Test
  void aFailureOfLlvm() throws IOException {
    assertEachIsReported(
        Fault.inLlvm(
            request ->
                () -> {
                  throw new WorkerException(Kind.REFUSED, "on purpose");
                }),
        "[KILN0006] The native code generator failed on kernel 't.Steps.%s': on purpose");
  }

  @Test
  void aFailureAtOneKernelLeavesTheOther() throws IOException {
    List<KernelReply> replies =
        compile(
            Fault.inLlvm(
                request -> {
                  if (request.modules().getFirst().text().contains("0x4000000000000000")) {
                    throw new IllegalStateException("on purpose");
                  }
                  return () -> LIBRARY;
                }));
    assertEquals(List.of(), replies.get(0).findings());
    assertReported(
        replies.get(1),
        "second",
        "[KILN9001] Kiln failed in 'code generation' on kernel 't.Steps.second':"
            + " java.lang.IllegalStateException: on purpose");
  }
}
