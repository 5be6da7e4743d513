package dev.kiln.codegen.llvm.worker;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The child's classes as a former child left them: loaded and linked. A JVM that maps such a file
 * starts in a fraction of the time. It is a convenience: without it, and with one that the JVM does
 * not accept, the child does the same work more slowly.
 *
 * <p>The first child that has done work makes the file when nobody waits for it any more. Its name
 * tells apart class paths, their jars as they are now, and JVMs.
 *
 * @param file where it is or is to be; null for no archive
 */
record Archive(@Nullable Path file) {
  /** No archive. */
  static final Archive NONE = new Archive(null);

  /** The archive for a child; none where classes lie in folders, which archives cannot hold. */
  static Archive of(WorkerSettings settings) {
    CRC32C key = new CRC32C();
    add(key, Runtime.version().toString());
    add(key, settings.mainClass());
    try {
      for (String root : settings.classPath().split(File.pathSeparator)) {
        Path jar = Path.of(root);
        if (!Files.isRegularFile(jar)) {
          return NONE;
        }
        add(key, root);
        add(key, Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis());
      }
    } catch (IOException unreadable) {
      return NONE;
    }
    return new Archive(
        settings.archives().resolve("worker-" + Long.toHexString(key.getValue()) + ".aot"));
  }

  private static void add(CRC32C key, String text) {
    key.update(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Options of the JVM. */
  List<String> options() {
    return file != null && Files.exists(file) ? List.of("-XX:AOTCache=" + file) : List.of();
  }

  /** Arguments of the program, which makes the file, or removes one that was not accepted. */
  List<String> arguments() {
    return file == null ? List.of() : List.of(file.toString());
  }

  /** Removes the file after a crash that it may be to blame for; the next child makes another. */
  void discard() {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException stays) {
        // Somebody else's to remove; the child that crashed is run again without it.
      }
    }
  }
}
