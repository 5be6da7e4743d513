package dev.kiln.processor.emit;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.Version;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.model.Classes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import javax.lang.model.element.ExecutableElement;

/** Makes what a kernel leaves behind: its launcher, its manifest and its IR. */
public final class KernelTexts {
  private final LauncherWriter launchers;

  /** For kernels of one round. */
  public KernelTexts(Classes classes) {
    launchers = new LauncherWriter(classes);
  }

  /** What there is of a kernel before its artifacts: its launcher, and the first resources. */
  public record Early(String launcher, List<KernelFiles.Resource> resources) {}

  /** Makes what can be made while the artifacts are being built. */
  public Early early(KernelDecl kernel, List<CompiledKernel.Variant> variants) {
    Map<Integer, Kernel> tiles = new TreeMap<>();
    // Targets share the stages that depend on none.
    Map<Kernel, String> texts = new IdentityHashMap<>();
    Function<Kernel, String> printer = Printer.ofStages();
    List<KernelFiles.Resource> resources = new ArrayList<>();
    SortedMap<String, String> stages = new TreeMap<>();
    for (CompiledKernel.Variant variant : variants) {
      tiles.put(variant.index(), variant.tile());
      String tile = texts.computeIfAbsent(variant.tile(), printer);
      resources.add(resource("tile." + variant.index() + ".ir", tile));
      variant
          .stages()
          .forEach(
              (stage, ir) ->
                  stages.put(
                      "%d/%s.ir".formatted(variant.index(), stage),
                      texts.computeIfAbsent(ir, printer)));
    }
    if (!stages.isEmpty()) {
      resources.add(new KernelFiles.Resource(StageArchive.FILE, StageArchive.of(stages)));
    }
    return new Early(launchers.write(kernel, tiles).toString(), resources);
  }

  /** The throwing launcher of a kernel that has errors. */
  public String failedLauncher(ExecutableElement kernel) {
    return launchers.writeFailed(kernel).toString();
  }

  /** All files of a kernel. The manifest is last, so that where it is, all is. */
  public KernelFiles all(KernelDecl kernel, CompiledKernel compiled, Early early) {
    List<KernelFiles.Resource> resources = new ArrayList<>(early.resources());
    String launcher = LauncherName.of(kernel.element());
    resources.addAll(launched(kernel.owner() + "." + kernel.name(), launcher, compiled));
    return new KernelFiles(early.launcher(), folder(kernel.owner(), kernel.name()), resources);
  }

  /** Where the runtime looks for a kernel's resources. */
  public static String folder(String owner, String name) {
    return "META-INF/kiln/%s/%s/".formatted(owner, name);
  }

  /**
   * What a launch needs: the artifacts, then the manifest.
   *
   * @param kernel the class and the method
   * @param launcher the qualified name of the class that launches it
   */
  public static List<KernelFiles.Resource> launched(
      String kernel, String launcher, CompiledKernel compiled) {
    List<KernelFiles.Resource> resources = new ArrayList<>();
    for (CompiledKernel.Artifact artifact : compiled.artifacts()) {
      resources.add(new KernelFiles.Resource(artifact.file(), artifact.bytes()));
    }
    String manifest = Manifest.text(Version.TEXT, kernel, launcher, compiled);
    resources.add(resource("manifest.properties", manifest));
    return resources;
  }

  private static KernelFiles.Resource resource(String name, String text) {
    return new KernelFiles.Resource(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
