package dev.kiln.processor.emit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The texts of a kernel's stages in one file. There are many, long and much alike: one by one they
 * are two dozen files, of thirty times the size of the code.
 */
final class StageArchive {
  /** Name of the file among a kernel's resources; the runtime has it too. */
  static final String FILE = "stages.zip";

  /**
   * Of each entry, so that equal texts give equal bytes. Java takes the first moment of 1980, where
   * the format begins, for one before it, and adds a time that depends on the zone.
   */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private StageArchive() {}

  /** The bytes of a zip file of {@code texts}, by their names in it. */
  static byte[] of(SortedMap<String, String> texts) {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (Map.Entry<String, String> text : texts.entrySet()) {
        var entry = new ZipEntry(text.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
