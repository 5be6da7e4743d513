package dev.kiln.codegen.llvm.worker.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where archives of classes lie, each with what is left of its making: {@code worker-1a2b.aot} and
 * {@code worker-1a2b.aot.lock}. An archive has tens of megabytes, and no other version of Kiln or
 * of Java takes it.
 */
record ArchiveFolder(Path folder) {
  private static final String ENDING = ".aot";

  /** As many as projects of one machine may use side by side. */
  private static final int KEPT = 4;

  /** Notes that an archive is in use. */
  static void use(Path archive) throws IOException {
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now()));
  }

  /** Deletes all but those that were used last. A JVM that has mapped one keeps it. */
  void clean() throws IOException {
    Comparator<List<Path>> byUse = Comparator.comparing(ArchiveFolder::lastUse);
    List<List<Path>> latest = archives().values().stream().sorted(byUse.reversed()).toList();
    for (List<Path> unused : latest.subList(Math.min(KEPT, latest.size()), latest.size())) {
      for (Path file : unused) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** The files of each archive. */
  private Map<String, List<Path>> archives() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().contains(ENDING))
          .collect(Collectors.groupingBy(ArchiveFolder::archive));
    }
  }

  private static String archive(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.indexOf(ENDING));
  }

  private static Instant lastUse(List<Path> files) {
    return files.stream().map(ArchiveFolder::lastUse).max(Comparator.naturalOrder()).orElseThrow();
  }

  private static Instant lastUse(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (NoSuchFileException gone) {
      return Instant.MIN; // another process cleans, too
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
