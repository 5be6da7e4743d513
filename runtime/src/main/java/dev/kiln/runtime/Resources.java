package dev.kiln.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files that the processor wrote for one kernel.
 *
 * @param owner the binary name of the class that holds the kernel
 * @param method the kernel's name
 * @param reader gives the bytes of a file by its name, or null if there is none
 */
record Resources(String owner, String method, Function<String, byte @Nullable []> reader) {

  /** The files that the loader of a class finds. */
  static Resources of(Class<?> anchor, String owner, String method) {
    return new Resources(
        owner, method, new Files(anchor, "/META-INF/kiln/" + owner + "/" + method + "/"));
  }

  /** The files in a folder of a class's loader. */
  private record Files(Class<?> anchor, String folder)
      implements Function<String, byte @Nullable []> {

    @Override
    public byte @Nullable [] apply(String file) {
      try (InputStream stream = anchor.getResourceAsStream(folder + file)) {
        return stream == null ? null : stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("Resource %s cannot be read.".formatted(folder + file), e);
      }
    }
  }

  String kernel() {
    return owner + "." + method;
  }

  /** The bytes of a file, or null if there is none. */
  byte @Nullable [] bytes(String file) {
    return reader.apply(file);
  }

  /** The text of a file, or null if there is none. */
  @Nullable String text(String file) {
    byte @Nullable [] bytes = bytes(file);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** The texts in a zip file by their names; none if there is no such file. */
  Map<String, String> texts(String file) {
    byte @Nullable [] bytes = bytes(file);
    if (bytes == null) {
      return Map.of();
    }
    var texts = new HashMap<String, String>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null) {
        texts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        entry = zip.getNextEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Resource %s is no zip file.".formatted(file), e);
    }
    return texts;
  }

  /** The bytes of a file that the manifest names. */
  byte[] required(String file) {
    byte @Nullable [] bytes = bytes(file);
    if (bytes == null) {
      throw new IllegalStateException(
          "Kernel %s lacks the resource %s that its manifest names.".formatted(kernel(), file));
    }
    return bytes;
  }
}
