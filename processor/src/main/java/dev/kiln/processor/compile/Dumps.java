package dev.kiln.processor.compile;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where IR, generated code and reports of failures go: a folder a kernel, in the folder that the
 * user gave, or for failures without one in a new temporary folder.
 */
public record Dumps(@Nullable Path root, String kernel) {
  /** What whoever reads a report asks first. */
  private static final String VERSIONS =
      "Kiln %s, Java %s".formatted(Version.TEXT, Runtime.version());

  /** The kernel's folder; null when the user asked for no dumps. */
  @Nullable Path folder() {
    return root == null ? null : root.resolve(kernel);
  }

  /** Writes a file below the kernel's folder when dumps are wanted. */
  void write(String file, String text) {
    Path folder = folder();
    if (folder != null) {
      try {
        write(folder, file, text);
      } catch (IOException unwritable) {
        throw new UncheckedIOException(unwritable);
      }
    }
  }

  /** Writes a report of a failure; the folder as text, or why there is none. */
  public String failure(Throwable failure, String context) {
    try {
      Path folder =
          root == null ? Files.createTempDirectory("kiln-failure-") : root.resolve(kernel);
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      write(folder, "failure.txt", kernel + "\n" + VERSIONS + "\n" + trace);
      write(folder, "context.txt", context);
      return folder.toString();
    } catch (IOException unwritable) {
      return "(no folder could be written: " + unwritable.getMessage() + ")";
    }
  }

  private static void write(Path folder, String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
