package dev.kiln.codegen.llvm.worker.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes the archive of classes that lets the next child start quickly: a child that runs once more
 * what this one was asked for, with the JVM recording. One process at a time makes it, and the file
 * gets its name when it is complete, so that nobody ever sees half of one. Where it cannot be made,
 * a log beside it says why.
 *
 * @param program what this JVM runs
 * @param file where the archive is to be
 */
record ArchiveMaker(Class<?> program, Path file) {
  private static final String USE = "-XX:AOTCache=";
  private static final Path MAPPED = Path.of("/proc/self/maps");
  private static final int LONGEST_MINUTES = 3;

  /** Makes the archive from a transcript, or removes one that this JVM did not accept. */
  void finish(Transcript transcript) {
    try {
      // The usual case comes first and costs next to nothing: a compiler may wait for our end.
      if (isInUse()) {
        ArchiveFolder.use(file);
        return;
      }
      if (Files.exists(file)) {
        if (isGiven()) {
          Files.delete(file);
        }
      } else if (!transcript.entries().isEmpty()) {
        make(transcript);
      }
    } catch (IOException | UncheckedIOException leftToTheNext) {
      // A full or read-only disk: children work without archives.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the JVM has mapped the archive that it was given; one that it refuses it closes. */
  private boolean isInUse() throws IOException {
    return Files.readString(MAPPED).contains(" " + file + "\n");
  }

  /** Whether this JVM was started with an archive. */
  private static boolean isGiven() {
    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return options.stream().anyMatch(option -> option.startsWith(USE));
  }

  private void make(Transcript transcript) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(file.getParent());
    Path lock = folder.resolve(file.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held == null || Files.exists(file)) {
        return;
      }
      Path calls = folder.resolve(file.getFileName() + ".calls");
      Path fresh = folder.resolve(file.getFileName() + ".new");
      Files.write(calls, transcript.bytes());
      Files.deleteIfExists(fresh);
      Path log = folder.resolve(file.getFileName() + ".log");
      if (train(calls, fresh, log)) {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(log);
        new ArchiveFolder(folder).clean();
      }
      Files.deleteIfExists(fresh);
      Files.deleteIfExists(calls);
    }
  }

  private boolean train(Path calls, Path fresh, Path log) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(command(calls, fresh))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!child.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      child.destroyForcibly().waitFor();
    }
    return child.exitValue() == 0 && Files.exists(fresh);
  }

  private List<String> command(Path calls, Path fresh) throws IOException {
    RuntimeMXBean self = ManagementFactory.getRuntimeMXBean();
    List<String> command = new ArrayList<>();
    command.add(
        ProcessHandle.current().info().command().orElseThrow(() -> new IOException("no java")));
    command.addAll(self.getInputArguments());
    command.add("-XX:AOTCacheOutput=" + fresh);
    command.addAll(List.of("-cp", self.getClassPath(), program.getName()));
    command.addAll(List.of(WorkerLoop.TRAIN, calls.toString()));
    return command;
  }
}
