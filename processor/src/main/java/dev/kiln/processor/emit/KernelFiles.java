package dev.kiln.processor.emit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.lang.model.element.ExecutableElement;
import javax.tools.StandardLocation;

/**
 * A kernel's files. {@link #write} is the single road to disk: each file has the kernel's method as
 * its one originating element, as incremental builds need it.
 *
 * @param launcher Java source
 * @param folder where the resources go, with a slash at its end
 * @param resources in the order in which they are written
 */
public record KernelFiles(String launcher, String folder, List<Resource> resources) {

  /**
   * A file that the runtime reads.
   *
   * @param name below the kernel's folder
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Resource(String name, byte[] bytes) {}

  /** Copies the list. */
  public KernelFiles {
    resources = List.copyOf(resources);
  }

  /**
   * Writes all.
   *
   * @throws IOException when a file cannot be written or is there already
   */
  public void write(Filer filer, ExecutableElement kernel) throws IOException {
    try (Writer out = filer.createSourceFile(LauncherName.of(kernel), kernel).openWriter()) {
      out.write(launcher);
    }
    for (Resource resource : resources) {
      String path = folder + resource.name();
      try (OutputStream out =
          filer
              .createResource(StandardLocation.CLASS_OUTPUT, "", path, kernel)
              .openOutputStream()) {
        out.write(resource.bytes());
      }
    }
  }
}
