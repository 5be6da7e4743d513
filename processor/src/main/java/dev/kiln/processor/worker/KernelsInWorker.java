package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.Conversation;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import dev.kiln.codegen.llvm.worker.WorkerLimits;
import dev.kiln.codegen.llvm.worker.WorkerProgram;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.Dumps;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.host.SourceText;
import dev.kiln.processor.model.MethodData;
import dev.kiln.processor.model.ModelAnswers;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the kernels of rounds: the compiler's side. Everything that goes wrong with the worker
 * is a finding about the kernel that it goes wrong with.
 */
public final class KernelsInWorker {
  /** One class of each library that the front end needs; where they are shaded, of one jar. */
  private static final List<String> LIBRARIES =
      List.of(
          "dev/kiln/processor/worker/KernelWorkerMain.class",
          "dev/kiln/processor/version",
          "dev/kiln/lower/CommonPasses.class",
          "com/palantir/javapoet/JavaFile.class",
          "org/eclipse/jdt/core/dom/ASTParser.class",
          "org/eclipse/jdt/internal/compiler/Compiler.class",
          "org/eclipse/core/runtime/content/IContentType.class",
          "org/eclipse/core/runtime/jobs/Job.class",
          "org/eclipse/core/resources/IResource.class",
          "org/eclipse/core/runtime/Plugin.class",
          "org/eclipse/core/runtime/CoreException.class",
          "org/eclipse/core/runtime/preferences/IEclipsePreferences.class",
          "org/osgi/framework/Bundle.class",
          "org/osgi/service/prefs/Preferences.class");

  private static final WorkerProgram PROGRAM =
      WorkerProgram.withLlvm("dev.kiln.processor.worker.KernelWorkerMain", LIBRARIES);

  private final Map<String, @Nullable String> options;
  private final SourceVersion version;
  private final @Nullable Path dump;
  private final WorkerLimits limits;
  private @Nullable FutureTask<Worker> starting;

  /**
   * The kernels of one compilation. The worker starts with the first of them, so that a compilation
   * without any is not burdened.
   *
   * @param options of the processor, as given
   * @param dump the user's dump folder; null for a temporary one
   * @param limits what the worker may take
   */
  public KernelsInWorker(
      Map<String, @Nullable String> options,
      SourceVersion version,
      @Nullable Path dump,
      WorkerLimits limits) {
    this.options = options;
    this.version = version;
    this.dump = dump;
    this.limits = limits;
  }

  /** A kernel method and the text that declares it. */
  public record Task(ExecutableElement kernel, SourceText source) {
    private String name() {
      return kernel.getEnclosingElement() + "." + kernel.getSimpleName();
    }

    /**
     * The method's name in the text; nowhere when the compiler does not say where the method is.
     */
    private Loc loc() {
      String name = kernel.getSimpleName().toString();
      Matcher matcher =
          Pattern.compile("\\b" + Pattern.quote(name) + "\\s*\\(").matcher(source.text());
      return source.anchor() >= 0 && matcher.find(source.anchor())
          ? source.loc(matcher.start(), matcher.start() + name.length())
          : Loc.text("", 0, 0);
    }
  }

  /**
   * Has the worker of compilations without limits of their own start before there is one, if none
   * is running.
   */
  public static void begin() {
    // A failure is met again, and told, by the compilation.
    var _ = start(WorkerLimits.GENEROUS);
  }

  private static FutureTask<Worker> start(WorkerLimits limits) {
    ClassLoader loader = KernelsInWorker.class.getClassLoader();
    FutureTask<Worker> starting =
        new FutureTask<>(() -> Worker.shared(WorkerSettings.of(loader, PROGRAM, limits)));
    Thread.ofPlatform().daemon().name("kiln-start").start(starting);
    return starting;
  }

  private Worker worker() throws WorkerException {
    FutureTask<Worker> current = starting;
    if (current == null) {
      current = start(limits);
      starting = current;
    }
    try {
      return current.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(Kind.UNAVAILABLE, "interrupted while the worker was started");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WorkerException failure
          ? failure
          : new WorkerException(Kind.UNAVAILABLE, "the worker cannot be started: " + e.getCause());
    }
  }

  /**
   * Compiles the kernels of a round.
   *
   * @param aboutOptions is told what is wrong with the options
   * @param replied is told what has been made of each kernel, in their order, while the worker goes
   *     on with the next
   */
  public void compile(
      List<Task> tasks,
      ModelAnswers answers,
      Consumer<List<Diagnostic>> aboutOptions,
      BiConsumer<Task, KernelReply> replied) {
    RoundRequest request = request(tasks);
    Deque<Task> open = new ArrayDeque<>(tasks);
    try (Conversation together = worker().converse(KernelService.NAME, request.bytes())) {
      new Round(together, answers, aboutOptions)
          .receive(tasks.size(), reply -> replied.accept(open.remove(), reply));
    } catch (WorkerException failure) {
      boolean again = mayBeOfAnother(failure, tasks.size());
      while (!open.isEmpty()) {
        int next = tasks.size() - open.size();
        Task task = open.remove();
        replied.accept(
            task, again ? alone(request.only(next), task, answers) : refused(task, failure));
      }
    }
  }

  /**
   * What ends or silences a worker of several kernels is the fault of one. One that dies may have
   * had kernels of other compilations of this JVM too; silent it is to this one alone.
   */
  private static boolean mayBeOfAnother(WorkerException failure, int kernels) {
    return switch (failure.kind()) {
      case CRASHED, OUT_OF_MEMORY -> true;
      case TIMED_OUT, REFUSED -> kernels > 1;
      case UNAVAILABLE -> false;
    };
  }

  private KernelReply alone(RoundRequest request, Task task, ModelAnswers answers) {
    List<KernelReply> replies = new ArrayList<>();
    try (Conversation alone = worker().converseAlone(KernelService.NAME, request.bytes())) {
      new Round(alone, answers, told -> {}).receive(1, replies::add);
      return replies.getFirst();
    } catch (WorkerException failure) {
      return refused(task, failure);
    }
  }

  private KernelReply refused(Task task, WorkerException failure) {
    return switch (failure.kind()) {
      case UNAVAILABLE -> refused(Code.NATIVES_UNAVAILABLE, task, failure.getMessage());
      case TIMED_OUT -> {
        long seconds = limits.silence().toSeconds();
        yield refused(Code.TOO_SLOW, task, task.name(), seconds, 2 * seconds);
      }
      case OUT_OF_MEMORY -> {
        int memory = limits.mebibytes();
        yield refused(Code.TOO_LARGE, task, task.name(), memory, 2 * memory);
      }
      case CRASHED, REFUSED -> {
        String context = failure.kind() + "\n" + failure.getMessage();
        String report = new Dumps(dump, task.name()).failure(failure, context);
        yield refused(Code.NATIVE_FAILURE, task, task.name(), failure.getMessage(), report);
      }
    };
  }

  private static KernelReply refused(Code code, Task task, Object... arguments) {
    return KernelReply.refused(List.of(Diagnostic.of(code, task.loc(), arguments)));
  }

  private RoundRequest request(List<Task> tasks) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<RoundRequest.Source> sources = new ArrayList<>();
    List<RoundRequest.KernelMethod> kernels = new ArrayList<>();
    for (Task task : tasks) {
      SourceText source = task.source();
      Integer number = numbers.putIfAbsent(source.text(), sources.size());
      if (number == null) {
        number = sources.size();
        sources.add(new RoundRequest.Source(source.file(), source.text()));
      }
      kernels.add(
          new RoundRequest.KernelMethod(MethodData.of(task.kernel()), number, source.anchor()));
    }
    return new RoundRequest(options, version, sources, kernels);
  }

  /** One conversation. */
  private record Round(
      Conversation worker, ModelAnswers answers, Consumer<List<Diagnostic>> aboutOptions) {

    void receive(int count, Consumer<KernelReply> replied) throws WorkerException {
      try {
        int replies = 0;
        while (replies < count) {
          switch (Message.of(worker.receive())) {
            case Message.Question(byte[] about) -> worker.send(answer(about));
            case Message.AboutOptions(List<Diagnostic> findings) -> aboutOptions.accept(findings);
            case Message.Reply(KernelReply kernel) -> {
              replies++;
              replied.accept(kernel);
            }
            case Message.Failure(String text) -> throw new WorkerException(Kind.REFUSED, text);
          }
        }
      } catch (IOException broken) {
        throw new WorkerException(Kind.UNAVAILABLE, "the worker's answer is broken: " + broken);
      }
    }

    private byte[] answer(byte[] question) throws IOException {
      return answers.answer(new DataInputStream(new ByteArrayInputStream(question)));
    }
  }
}
