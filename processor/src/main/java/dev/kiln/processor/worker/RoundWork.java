package dev.kiln.processor.worker;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Llvm;
import dev.kiln.codegen.llvm.worker.child.Call;
import dev.kiln.ir.Loc;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import dev.kiln.processor.Options;
import dev.kiln.processor.compile.CompileSettings;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.Failures;
import dev.kiln.processor.compile.KernelCompiler;
import dev.kiln.processor.compile.LoweredKernel;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.emit.KernelTexts;
import dev.kiln.processor.model.RemoteClasses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The compilation of one round's kernels.
 *
 * <p>Kernels are read one after the other, for there is one compiler to ask; what comes behind runs
 * beside, so that one is compiled while the next is read.
 */
final class RoundWork {
  /** How many kernels a thread may have before it: what a round keeps in memory is bounded. */
  private static final int OPEN_A_THREAD = 4;

  private final RoundRequest request;
  private final Call call;
  private final Options.Parsed options;
  private final ReadKernel read;
  private final CompileKernel compile;
  private final KernelTexts texts;

  RoundWork(RoundRequest request, Call call, Llvm llvm) {
    this.request = request;
    this.call = call;
    Set<String> targets = Backends.names();
    options = Options.parse(request.options(), targets, stops());
    RemoteClasses classes =
        new RemoteClasses(question -> call.ask(new Message.Question(question).bytes()));
    read = new ReadKernel(request, classes, targets, options.options().dump());
    compile = new CompileKernel(compiler(options.options(), llvm), options.options());
    texts = new KernelTexts(classes);
  }

  private static Set<String> stops() {
    Set<String> names = new LinkedHashSet<>();
    for (Stage stage : Stage.values()) {
      names.add(stage.name());
    }
    for (Backend backend : Backends.ALL) {
      backend.pipeline().passes().stream().map(Pass::name).forEach(names::add);
    }
    return names;
  }

  private static KernelCompiler compiler(Options options, Llvm llvm) {
    return new KernelCompiler(
        Backends.select(options.targets()),
        new CompileSettings(
            options.dump(),
            options.stop(),
            options.embed() == Options.Embedding.STAGES,
            options.verify(),
            options.explain(),
            ToolSettings.ofSystem(options.tools())),
        () -> new LlvmToolchain(llvm));
  }

  void run() {
    call.tell(new Message.AboutOptions(options.findings()).bytes());
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    try (ExecutorService beside =
        Executors.newFixedThreadPool(
            threads, work -> new Thread(null, work, "kiln-passes", KernelService.STACK_BYTES))) {
      Deque<Future<KernelWork.Lowered>> open = new ArrayDeque<>();
      for (RoundRequest.KernelMethod kernel : request.kernels()) {
        if (open.size() == threads * OPEN_A_THREAD) {
          reply(open.remove());
        }
        KernelWork work = read.run(kernel);
        open.add(beside.submit(() -> compile.lower(work)));
      }
      open.forEach(this::reply);
    }
  }

  private void reply(Future<KernelWork.Lowered> result) {
    KernelWork.Lowered lowered = CompileKernel.await(result);
    KernelWork work = lowered.work();
    KernelFiles files = files(lowered);
    KernelDecl decl = work.decl();
    KernelReply reply =
        new KernelReply(
            work.diagnostics().all(),
            decl == null ? null : CompileKernel.nameOf(decl),
            work.mayResolveLater(),
            files);
    call.tell(new Message.Reply(reply).bytes());
  }

  /** The files of a kernel; null when it was refused or Kiln failed. */
  private @Nullable KernelFiles files(KernelWork.Lowered lowered) {
    KernelDecl decl = lowered.work().decl();
    LoweredKernel kernel = lowered.kernel();
    if (decl == null || kernel == null) {
      return null;
    }
    // These are made while the artifacts are.
    KernelTexts.Early early =
        texts(lowered.work(), decl, () -> texts.early(decl, kernel.variants()));
    CompiledKernel compiled = compile.finish(lowered);
    return early == null || compiled == null
        ? null
        : texts(lowered.work(), decl, () -> texts.all(decl, compiled, early));
  }

  private <T> @Nullable T texts(KernelWork work, KernelDecl decl, Supplier<@Nullable T> step) {
    Loc loc = CompileKernel.nameOf(decl);
    return new Failures(options.options().dump(), work.name())
        .guard("launcher", work.name(), loc, work.diagnostics(), step);
  }
}
