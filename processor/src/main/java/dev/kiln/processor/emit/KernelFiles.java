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
 * @param resources the manifest last
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
   * Writes all. The last resource is what the others are found by: it is emptied first and filled
   * last, so that a build that is killed in between leaves none that speaks of half-written files,
   * not even that of an earlier build.
   *
   * @throws IOException when a file cannot be written or is there already
   */
  public void write(Filer filer, ExecutableElement kernel) throws IOException {
    try (Writer out = filer.createSourceFile(LauncherName.of(kernel), kernel).openWriter()) {
      out.write(launcher);
    }
    if (resources.isEmpty()) {
      return;
    }
    Resource index = resources.getLast();
    try (OutputStream last = open(index, filer, kernel)) {
      for (Resource resource : resources.subList(0, resources.size() - 1)) {
        try (OutputStream out = open(resource, filer, kernel)) {
          out.write(resource.bytes());
        }
      }
      last.write(index.bytes());
    }
  }

  private OutputStream open(Resource resource, Filer filer, ExecutableElement kernel)
      throws IOException {
    return filer
        .createResource(StandardLocation.CLASS_OUTPUT, "", folder + resource.name(), kernel)
        .openOutputStream();
  }
}
