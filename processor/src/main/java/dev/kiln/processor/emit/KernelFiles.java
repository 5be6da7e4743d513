package dev.kiln.processor.emit;

import com.palantir.javapoet.JavaFile;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.decl.KernelDecl;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.annotation.processing.Filer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.util.Elements;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * The single road to disk: a launcher and resources for each kernel, each file with the kernel's
 * method as its one originating element, as incremental builds need it.
 */
public final class KernelFiles {
  private static final String VERSION = version();

  private final Filer filer;
  private final LauncherWriter launchers;

  /** For one round. */
  public KernelFiles(Filer filer, Elements elements) {
    this.filer = filer;
    this.launchers = new LauncherWriter(elements);
  }

  /** The qualified name of the launcher of a kernel method. */
  public String launcherOf(ExecutableElement kernel) {
    return launchers.nameOf(kernel);
  }

  /** Writes the throwing launcher of a kernel that has errors. */
  public void writeFailed(ExecutableElement kernel) throws IOException {
    launchers.writeFailed(kernel).writeTo(filer);
  }

  /** Texts of a kernel that do not depend on its artifacts. */
  public record Texts(JavaFile launcher, SortedMap<String, String> resources) {}

  /** Makes what can be made while the artifacts are being built. */
  public Texts texts(KernelDecl kernel, List<CompiledKernel.Variant> variants) {
    Map<Integer, Kernel> tiles = new TreeMap<>();
    SortedMap<String, String> resources = new TreeMap<>();
    for (CompiledKernel.Variant variant : variants) {
      tiles.put(variant.index(), variant.tile());
      resources.put("tile." + variant.index() + ".ir", Printer.print(variant.tile()));
      variant
          .stages()
          .forEach(
              (stage, ir) ->
                  resources.put(
                      "stages/%d/%s.ir".formatted(variant.index(), stage), Printer.print(ir)));
    }
    return new Texts(launchers.write(kernel, tiles), resources);
  }

  /**
   * Writes everything of a kernel. The manifest is last, so that where it is, all is.
   *
   * @throws IOException when a file cannot be written or is there already
   */
  public void write(KernelDecl kernel, CompiledKernel compiled, Texts texts) throws IOException {
    texts.launcher().writeTo(filer);
    for (Map.Entry<String, String> text : texts.resources().entrySet()) {
      write(kernel, text.getKey(), text.getValue());
    }
    for (CompiledKernel.Artifact artifact : compiled.artifacts()) {
      write(kernel, artifact.file(), artifact.bytes());
    }
    String manifest = Manifest.text(VERSION, kernel, launcherOf(kernel.element()), compiled);
    write(kernel, "manifest.properties", manifest);
  }

  private void write(KernelDecl kernel, String file, String text) throws IOException {
    write(kernel, file, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(KernelDecl kernel, String file, byte[] bytes) throws IOException {
    String path = "META-INF/kiln/%s/%s/%s".formatted(kernel.owner(), kernel.name(), file);
    FileObject resource =
        filer.createResource(StandardLocation.CLASS_OUTPUT, "", path, kernel.element());
    try (OutputStream out = resource.openOutputStream()) {
      out.write(bytes);
    }
  }

  private static String version() {
    try (InputStream in = KernelFiles.class.getResourceAsStream("/dev/kiln/processor/version")) {
      if (in == null) {
        throw new IllegalStateException("the processor's jar is incomplete: no version");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
