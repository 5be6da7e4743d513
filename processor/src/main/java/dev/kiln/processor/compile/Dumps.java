package dev.kiln.processor.compile;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where IR, generated code and reports of failures go: a folder a kernel, in the folder that the
 * user gave, or for failures without one in a new temporary folder.
 *
 * <p>A file that cannot be written is no reason to fail: the place says so instead of its path.
 */
public record Dumps(@Nullable Path root, String kernel) {

  /** Whether the user asked for dumps. */
  public boolean areWanted() {
    return root != null;
  }

  /** Writes a file below the kernel's folder when dumps are wanted. */
  public void write(String file, String text) {
    if (root != null) {
      try {
        write(root.resolve(kernel), file, text);
      } catch (IOException unwritable) {
        // Asked for, but not needed for the result; the folder stays incomplete.
        return;
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
      write(folder, "failure.txt", kernel + "\n" + trace);
      write(folder, "context.txt", context);
      return folder.toString();
    } catch (IOException unwritable) {
      return "(no folder could be written: " + unwritable.getMessage() + ")";
    }
  }

  /** The kernel's folder as text, for messages. */
  public String folder() {
    return root == null ? "(no dump folder: give -Akiln.dump)" : root.resolve(kernel).toString();
  }

  private static void write(Path folder, String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
