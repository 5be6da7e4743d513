package dev.kiln.testkit.pack;

import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.llvm.LlvmToolchain;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.text.Parser;
import dev.kiln.processor.compile.CompileSettings;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.KernelCompiler;
import dev.kiln.processor.compile.LoweredKernel;
import dev.kiln.processor.compile.VariantIr;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.emit.KernelTexts;
import dev.kiln.testkit.random.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Compiles kernels for some targets and writes them below a folder: resources as the processor
 * writes them, once for each target, and an {@link PackIndex index}.
 */
public final class PackWriter {
  private static final ToolSettings TOOLS = ToolSettings.ofSystem(Map.of());

  private final Path folder;
  private final List<PackedTarget> targets;

  public PackWriter(Path folder, List<PackedTarget> targets) {
    this.folder = folder;
    this.targets = List.copyOf(targets);
  }

  /**
   * Packs random kernels and those of IR files.
   *
   * @param arguments the folder, targets as the processor takes them, how many random kernels, the
   *     first one's seed, and files
   */
  public static void main(String[] arguments) throws IOException {
    List<PackedTarget> targets = PackedTarget.named(List.of(arguments[1].split(",", -1)));
    long first = Long.parseLong(arguments[3]);
    var works = new ArrayList<PackedWork>();
    LongStream.range(first, first + Long.parseLong(arguments[2]))
        .mapToObj(PackedWork.Random::new)
        .forEach(works::add);
    for (String file : List.of(arguments).subList(4, arguments.length)) {
      works.addAll(corpus(Path.of(file)));
    }
    new PackWriter(Path.of(arguments[0]), targets).write(works);
  }

  /**
   * The kernels of a file, but for those whose result depends on the order of blocks, which nothing
   * decides where they run side by side. Variants of one kernel are told apart by their numbers.
   */
  static List<PackedWork> corpus(Path file) throws IOException {
    var works = new ArrayList<PackedWork>();
    var counts = new HashMap<String, Integer>();
    for (Kernel kernel : Parser.parseAll(file.toString(), Files.readString(file))) {
      int number = counts.merge(kernel.name(), 1, Integer::sum);
      String name = number == 1 ? kernel.name() : kernel.name() + "." + number;
      var work = new PackedWork.Corpus(name, kernel);
      if (work.workloads().stream().allMatch(Workload::isOrdered)) {
        works.add(work);
      }
    }
    return works;
  }

  /** Compiles all; a kernel that a target refuses is an error. */
  public void write(List<PackedWork> works) {
    works.parallelStream().forEach(this::compile);
    new PackIndex(targets, works)
        .files()
        .forEach((name, text) -> file(name, text.getBytes(StandardCharsets.UTF_8)));
  }

  private void compile(PackedWork work) {
    for (PackedTarget target : targets) {
      CompiledKernel compiled = compile(work, target);
      String owner = target.owner();
      String kernel = owner + "." + work.name();
      for (KernelFiles.Resource resource :
          KernelTexts.launched(kernel, PackedKernel.class.getName(), compiled)) {
        file(KernelTexts.folder(owner, work.name()) + resource.name(), resource.bytes());
      }
    }
  }

  private static CompiledKernel compile(PackedWork work, PackedTarget target) {
    var compiler =
        new KernelCompiler(
            target.backends(),
            new CompileSettings(
                null,
                "",
                /* embedStages= */ false,
                /* verify= */ false,
                /* explain= */ false,
                TOOLS),
            () ->
                new LlvmToolchain(
                    Worker.shared(WorkerSettings.of(PackWriter.class.getClassLoader()))));
    Loc loc = work.kernel().loc();
    List<Kernel> kernels = work.variants();
    List<VariantIr> variants =
        IntStream.range(0, kernels.size())
            .mapToObj(number -> new VariantIr(number, "", "", kernels.get(number)))
            .toList();
    var diagnostics = new Diagnostics();
    @Nullable LoweredKernel lowered =
        compiler.lower(work.name(), loc, variants, UnaryOperator.identity(), diagnostics);
    @Nullable CompiledKernel compiled =
        lowered == null ? null : compiler.finish(work.name(), loc, lowered, diagnostics);
    if (compiled == null) {
      throw new IllegalArgumentException(
          "%s for %s: %s".formatted(work.name(), target.name(), diagnostics.all()));
    }
    return target.isExact() ? withoutText(compiled) : compiled;
  }

  /** Where there is machine code, the text that it was made of is not needed. */
  private static CompiledKernel withoutText(CompiledKernel compiled) {
    List<CompiledKernel.Artifact> machineCode =
        compiled.artifacts().stream()
            .filter(artifact -> artifact.name().endsWith(".cubin"))
            .toList();
    return machineCode.isEmpty()
        ? compiled
        : new CompiledKernel(compiled.variants(), compiled.traps(), machineCode);
  }

  private void file(String path, byte[] bytes) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
