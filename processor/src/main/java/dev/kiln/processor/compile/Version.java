package dev.kiln.processor.compile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of Kiln, as manifests and reports of failures name it. */
public final class Version {
  /** As Maven has it. */
  public static final String TEXT = read();

  private Version() {}

  private static String read() {
    try (InputStream in = Version.class.getResourceAsStream("/dev/kiln/processor/version")) {
      if (in == null) {
        throw new IllegalStateException("the processor's jar is incomplete: no version");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
