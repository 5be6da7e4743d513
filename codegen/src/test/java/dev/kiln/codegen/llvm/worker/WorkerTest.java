package dev.kiln.codegen.llvm.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
  private static final String SAXPY =
      """
      define void @saxpy(ptr noalias %x, ptr noalias %y, float %a, i64 %n) #0 {
      entry:
        br label %loop
      loop:
        %i = phi i64 [0, %entry], [%next, %loop]
        %px = getelementptr float, ptr %x, i64 %i
        %py = getelementptr float, ptr %y, i64 %i
        %vx = load float, ptr %px, align 4
        %vy = load float, ptr %py, align 4
        %m = fmul float %vx, %a
        %s = fadd float %m, %vy
        store float %s, ptr %py, align 4
        %next = add i64 %i, 1
        %more = icmp ult i64 %next, %n
        br i1 %more, label %loop, label %end
      end:
        ret void
      }
      attributes #0 = { nounwind "no-builtins" "target-cpu"="x86-64-v3" }
      """;

  private static final String NO_SINE_ON_NVPTX =
      """
      declare float @llvm.sin.f32(float)
      define ptx_kernel void @f(ptr addrspace(1) %p) {
        %x = load float, ptr addrspace(1) %p
        %y = call float @llvm.sin.f32(float %x)
        store float %y, ptr addrspace(1) %p
        ret void
      }
      """;

  private static WorkerSettings settings() throws WorkerException {
    return WorkerSettings.of(WorkerTest.class.getClassLoader());
  }

  private static Worker worker() throws WorkerException {
    return Worker.shared(settings());
  }

  private static Request library(String text) {
    return Request.sharedLibrary(List.of(new ModuleText("test.ll", text)));
  }

  private static Request ptx(String text) {
    return new Request(
        Product.ASSEMBLY,
        LlvmTarget.nvptx("sm_90a", 80),
        Optimisation.FULL,
        List.of(new ModuleText("test.ll", text)));
  }

  private static WorkerException failure(Request request) {
    return assertThrows(WorkerException.class, () -> worker().run(request));
  }

  @Test
  @SuppressWarnings("restricted") // surefire enables native access
  void a_linked_library_can_be_called(@TempDir Path folder) throws Throwable {
    Path library = Files.write(folder.resolve("saxpy.so"), worker().run(library(SAXPY)));
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle saxpy =
          Linker.nativeLinker()
              .downcallHandle(
                  SymbolLookup.libraryLookup(library, arena).findOrThrow("saxpy"),
                  FunctionDescriptor.ofVoid(
                      ValueLayout.ADDRESS,
                      ValueLayout.ADDRESS,
                      ValueLayout.JAVA_FLOAT,
                      ValueLayout.JAVA_LONG));
      MemorySegment x = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3);
      MemorySegment y = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 10, 20, 30);
      saxpy.invokeExact(x, y, 2f, 3L);
      assertArrayEquals(new float[] {12, 24, 36}, y.toArray(ValueLayout.JAVA_FLOAT));
    }
  }

  @Test
  void loops_are_unrolled_where_the_text_says_so_and_nowhere_else() throws WorkerException {
    assertFalse(optimised(", !llvm.loop !0").contains("br i1"));
    assertTrue(optimised("").contains("br i1"));
  }

  /** Five rounds that store to five places, with what follows the jump back. */
  private static String optimised(String hint) throws WorkerException {
    String text =
        """
        define void @f(ptr %%p) {
        entry:
          br label %%loop
        loop:
          %%i = phi i64 [ 0, %%entry ], [ %%next, %%loop ]
          %%at = getelementptr i64, ptr %%p, i64 %%i
          store volatile i64 %%i, ptr %%at
          %%next = add i64 %%i, 1
          %%more = icmp ult i64 %%next, 5
          br i1 %%more, label %%loop, label %%done%s
        done:
          ret void
        }
        !0 = distinct !{!0, !1}
        !1 = !{!"llvm.loop.unroll.full"}
        """
            .formatted(hint);
    var request =
        new Request(
            Product.OPTIMISED_IR,
            LlvmTarget.X86_64_LINUX,
            Optimisation.QUICK,
            List.of(new ModuleText("test.ll", text)));
    return new String(worker().run(request), StandardCharsets.UTF_8);
  }

  @Test
  void equal_requests_give_equal_bytes_also_in_another_process() throws WorkerException {
    byte[] first = worker().run(library(SAXPY));
    assertArrayEquals(first, worker().run(library(SAXPY)));
    byte[] fresh =
        Pending.send(settings(), Wire.encode(library(SAXPY)), Child.start(settings(), Archive.NONE))
            .await();
    assertArrayEquals(first, fresh);
  }

  @Test
  void text_that_does_not_parse_is_refused_with_its_line() {
    WorkerException failure = failure(library("define void @f() {\n  retu void\n}\n"));
    assertEquals(Kind.REFUSED, failure.kind());
    assertTrue(failure.getMessage().contains("test.ll:2:3"), failure.getMessage());
  }

  @Test
  void a_module_that_does_not_verify_is_refused() {
    String text = "define i32 @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n";
    text += "  %x = add i32 1, 2\n  br label %d\nd:\n  ret i32 %x\n}\n";
    assertTrue(failure(library(text)).getMessage().contains("does not dominate"));
  }

  @Test
  void an_abort_in_LLVM_is_an_error_and_the_next_request_works() throws WorkerException {
    for (int i = 0; i < 3; i++) {
      WorkerException failure = failure(ptx(NO_SINE_ON_NVPTX));
      assertEquals(Kind.REFUSED, failure.kind());
      assertTrue(failure.getMessage().contains("Cannot select"), failure.getMessage());
      String ptx = utf8(worker().run(ptx(NO_SINE_ON_NVPTX.replace("sin", "sqrt"))));
      assertTrue(ptx.contains("sqrt.rn.f32"), ptx);
    }
  }

  @Test
  void an_error_diagnostic_is_an_error_and_not_the_end_of_the_child() {
    String text =
        "define void @f() {\n  call void asm sideeffect \"nonsense\", \"\"()\n  ret void\n}";
    assertTrue(failure(library(text)).getMessage().contains("invalid instruction mnemonic"));
  }

  @Test
  void unknown_names_are_refused_where_LLVM_would_go_on() {
    String call = "declare void @NAME()\ndefine void @f() {\n  call void @NAME()\n  ret void\n}\n";
    assertEquals(
        "unknown intrinsic llvm.nvvm.nonsense",
        failure(library(call.replace("NAME", "llvm.nvvm.nonsense"))).getMessage());
    assertEquals(
        "external function expf", failure(library(call.replace("NAME", "expf"))).getMessage());
    assertEquals(
        "unknown processor x86-64-v9",
        failure(library(SAXPY.replace("x86-64-v3", "x86-64-v9"))).getMessage());
  }

  @Test
  void a_library_call_that_LLVM_invents_is_refused_by_the_linker() {
    String text =
        """
        declare float @llvm.exp.f32(float)
        define float @f(float %x) {
          %y = call float @llvm.exp.f32(float %x)
          ret float %y
        }
        """;
    assertTrue(failure(library(text)).getMessage().contains("undefined symbol: expf"));
  }

  @Test
  void a_killed_child_is_replaced_and_the_request_done() throws WorkerException {
    worker().run(library(SAXPY));
    Pending pending = worker().submit(library(SAXPY));
    currentChild().process().destroyForcibly();
    assertNotEquals(0, pending.await().length);
    assertNotEquals(0, worker().run(library(SAXPY)).length);
  }

  @Test
  void a_child_that_cannot_run_is_an_error_with_its_last_words() throws WorkerException {
    WorkerSettings wrong = settings().withClassPath("/nonexistent");
    WorkerException failure =
        assertThrows(WorkerException.class, () -> Worker.shared(wrong).run(library(SAXPY)));
    assertEquals(Kind.CRASHED, failure.kind());
    assertTrue(failure.getMessage().contains("ended with status 1"), failure.getMessage());
    assertTrue(failure.getMessage().contains("WorkerMain"), failure.getMessage());
  }

  @Test
  void a_request_that_takes_too_long_is_an_error_and_the_next_request_works()
      throws WorkerException {
    Worker hasty =
        Worker.shared(settings().withLimits(new WorkerLimits(1920, Duration.ofMillis(50))));
    String many =
        String.join(
            "\n",
            IntStream.range(0, 3000).mapToObj(i -> SAXPY.replace("@saxpy", "@f" + i)).toList());
    WorkerException failure =
        assertThrows(
            WorkerException.class,
            () -> hasty.run(library(many.replaceAll("attributes .*", "") + attributes())));
    assertEquals(Kind.TIMED_OUT, failure.kind());
    assertNotEquals(0, worker().run(library(SAXPY)).length);
  }

  @Test
  void a_request_that_needs_too_much_memory_is_an_error_and_the_next_request_works()
      throws WorkerException {
    Worker small =
        Worker.shared(settings().withLimits(new WorkerLimits(384, Duration.ofMinutes(1))));
    String large = SAXPY + "; ".repeat(40 << 20);
    WorkerException failure = assertThrows(WorkerException.class, () -> small.run(library(large)));
    assertEquals(Kind.OUT_OF_MEMORY, failure.kind());
    assertTrue(failure.getMessage().contains("OutOfMemoryError"), failure.getMessage());
    assertNotEquals(0, small.run(library(SAXPY)).length);
  }

  private static String attributes() {
    return "\nattributes #0 = { nounwind }\n";
  }

  @Test
  void several_threads_and_class_loaders_share_one_child() throws Exception {
    worker().run(library(SAXPY));
    long before = currentChild().process().pid();
    List<Pending> pending = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      pending.add(worker().submit(library(SAXPY.replace("@saxpy", "@f" + i))));
    }
    Class<?> stranger = strangeLoader().loadClass(OtherLoader.class.getName());
    Thread other = new Thread((Runnable) stranger.getDeclaredConstructor().newInstance());
    List<Throwable> failures = new ArrayList<>();
    other.setUncaughtExceptionHandler((thread, e) -> failures.add(e));
    other.start();
    for (int i = 0; i < 8; i++) {
      assertTrue(new String(pending.get(i).await(), StandardCharsets.ISO_8859_1).contains("f" + i));
    }
    other.join();
    assertEquals(List.of(), failures);
    assertEquals(before, currentChild().process().pid());
  }

  /** Run by a class loader that has its own copies of our classes. */
  public static final class OtherLoader implements Runnable {
    /** Loads nothing yet. */
    public OtherLoader() {}

    @Override
    public void run() {
      try {
        for (int i = 0; i < 8; i++) {
          worker().run(library(SAXPY));
        }
      } catch (WorkerException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static ClassLoader strangeLoader() {
    URL[] urls =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
            .map(WorkerTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_fresh_process_starts_and_gives_a_library_in_seconds() throws WorkerException {
    worker().run(library(SAXPY)); // natives are extracted
    long start = System.nanoTime();
    Child child = Child.start(settings(), Archive.NONE);
    Pending.send(settings(), Wire.encode(library(SAXPY)), child).await();
    long millis = (System.nanoTime() - start) / 1_000_000;
    long again = System.nanoTime();
    Pending.send(settings(), Wire.encode(library(SAXPY)), child).await();
    long warm = (System.nanoTime() - again) / 1_000_000;
    System.out.println("first library of a fresh worker: " + millis + " ms, next: " + warm + " ms");
    child.process().destroy();
    assertTrue(millis < 20_000, millis + " ms");
  }

  @SuppressWarnings("unchecked")
  private static Child currentChild() throws WorkerException {
    Object current = System.getProperties().get(Worker.key(settings()));
    return Child.of(Objects.requireNonNull((AtomicReference<List<Object>>) current).get());
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
