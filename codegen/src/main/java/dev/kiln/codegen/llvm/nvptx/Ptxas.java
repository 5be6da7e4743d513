package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.Finishing;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.ToolSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * NVIDIA's assembler, which makes a cubin of PTX on the build machine, so that the driver need not.
 *
 * <p>Searched as the option {@code kiln.ptxas} says, on the {@code PATH}, and last in {@code
 * /usr/local/cuda/bin} and the folders of versions beside it, the highest first.
 */
public final class Ptxas implements Finishing {
  /** The program's name, by which options choose it. */
  public static final String PROGRAM = "ptxas";

  private static final Path TOOLKITS = Path.of("/usr/local");
  private static final Pattern ENTRY = Pattern.compile("Compiling entry function '([^']+)'");
  private static final Pattern SPILL = Pattern.compile("(\\d+) bytes spill stores");

  /** Losses of speed that the assembler has found: all of C7500 to C7599 are of matrix products. */
  private static final Pattern LOSS = Pattern.compile("\\(C75\\d\\d\\).*");

  private static final Pattern WARNING = Pattern.compile("ptxas warning\\s*:\\s*(.*)");

  Ptxas() {}

  /** The assembler of this machine; null where there is none. */
  public static @Nullable Path find(ToolSettings tools) {
    return tools.find(PROGRAM, toolkits());
  }

  private static List<Path> toolkits() {
    try (Stream<Path> folders = Files.list(TOOLKITS)) {
      return folders
          .filter(folder -> folder.getFileName().toString().startsWith("cuda"))
          // The plain name is the version that the machine's owner prefers.
          .sorted(
              Comparator.comparing((Path folder) -> !folder.endsWith("cuda"))
                  .thenComparing(Comparator.<Path>reverseOrder()))
          .map(folder -> folder.resolve("bin"))
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  @Override
  public Finished finish(Job job, byte[] artifact, ToolSettings tools) {
    Path ptxas = find(tools);
    return ptxas == null ? Finished.NOTHING : assemble(ptxas, job, artifact);
  }

  /** What the assembler makes of PTX. */
  private static Finished assemble(Path ptxas, Job job, byte[] artifact) {
    String target = CudaBackend.NAME + ":" + job.processor();
    try {
      Path folder = Files.createTempDirectory("kiln-ptxas");
      try {
        return assemble(ptxas, job, artifact, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException failure) {
      return refused(target, failure.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return refused(target, "interrupted");
    }
  }

  private static Finished assemble(Path ptxas, Job job, byte[] artifact, Path folder)
      throws IOException, InterruptedException {
    String target = CudaBackend.NAME + ":" + job.processor();
    String cubin = job.artifact().replace(".ptx", ".cubin");
    // Plain names within the folder: paths would be found in the output.
    Files.write(folder.resolve(job.artifact()), artifact);
    Process process =
        new ProcessBuilder(
                ptxas.toAbsolutePath().toString(),
                "-arch=" + job.processor(),
                "-v",
                "-lineinfo",
                "-o",
                cubin,
                job.artifact())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output;
    try (InputStream messages = process.getInputStream()) {
      output = new String(messages.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      return refused(target, output.strip());
    }
    byte[] bytes = Files.readAllBytes(folder.resolve(cubin));
    var extra = new Extra(job.name() + ".cubin", cubin, bytes);
    return new Finished(List.of(extra), remarks(target, output));
  }

  private static Finished refused(String target, @Nullable String text) {
    return new Finished(List.of(), List.of(new Remark.Refusal(target, text == null ? "" : text)));
  }

  /** What is worth telling of the assembler's output. */
  static List<Remark> remarks(String target, String output) {
    var remarks = new ArrayList<Remark>();
    String symbol = "";
    for (String line : output.lines().toList()) {
      Matcher entry = ENTRY.matcher(line);
      Matcher spill = SPILL.matcher(line);
      Matcher loss = LOSS.matcher(line);
      Matcher warning = WARNING.matcher(line);
      if (entry.find()) {
        symbol = entry.group(1);
      } else if (spill.find() && !spill.group(1).equals("0")) {
        remarks.add(new Remark.Spill(target, symbol, Long.parseLong(spill.group(1))));
      } else if (loss.find()) {
        remarks.add(new Remark.Warning(target, loss.group()));
      } else if (warning.find()) {
        remarks.add(new Remark.Warning(target, warning.group(1)));
      }
    }
    return remarks;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
