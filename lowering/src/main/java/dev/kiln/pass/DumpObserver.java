package dev.kiln.pass;

import dev.kiln.ir.text.Printer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the kernel after each pass into a folder, in files numbered in the order of the passes. A
 * pass that changed nothing leaves a file that says so.
 *
 * @param folder is made when the first file is written
 */
public record DumpObserver(Path folder) implements Runner.Observer {

  @Override
  public boolean after(Runner.Step step) {
    String name = "%02d-%s.ir".formatted(step.number(), step.pass().name());
    String text =
        step.isUnchanged() ? "// (unchanged)\n" : heading(step) + Printer.print(step.after());
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  private static String heading(Runner.Step step) {
    return "// after %s of %s\n".formatted(step.pass().name(), step.pass().stage());
  }
}
