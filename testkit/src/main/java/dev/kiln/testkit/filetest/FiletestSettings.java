package dev.kiln.testkit.filetest;

import java.nio.file.Path;

/**
 * How filetests are run.
 *
 * @param bless whether what comes out becomes what is expected
 * @param only the file or folder to run, relative to that of all filetests
 */
public record FiletestSettings(boolean bless, Path only) {

  /** From {@code -Dkiln.bless=true} and {@code -Dkiln.filetests=path}. */
  public static FiletestSettings ofSystem() {
    return new FiletestSettings(
        Boolean.parseBoolean(System.getProperty("kiln.bless", "false")),
        Path.of(System.getProperty("kiln.filetests", "")));
  }
}
