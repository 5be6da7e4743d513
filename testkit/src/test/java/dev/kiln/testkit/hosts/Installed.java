package dev.kiln.testkit.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kiln as a user's build has it, and programs that use it. */
final class Installed {
  /** The JDK that runs the tests. */
  static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** The processor with all that it needs. */
  static final List<Path> PROCESSOR =
      Arrays.stream(System.getProperty("java.class.path").split(":")).map(Path::of).toList();

  /** What kernels and their launchers are compiled against. */
  static final List<Path> LANGUAGE = PROCESSOR.stream().filter(Installed::isOfTheLanguage).toList();

  private static final int LIMIT_MINUTES = 4;

  private Installed() {}

  private static boolean isOfTheLanguage(Path entry) {
    return has(entry, "annotations") || has(entry, "runtime");
  }

  /** Whether an entry of the class path is a module of ours, as a folder or as a jar. */
  private static boolean has(Path entry, String module) {
    return entry.endsWith("classes")
        ? entry.toString().contains("/" + module + "/target/")
        : entry.getFileName().toString().startsWith("kiln-" + module + "-");
  }

  /** Whether the processor is the jar that users get, with its parser inside and relocated. */
  static boolean isPackaged() {
    return PROCESSOR.stream()
        .anyMatch(entry -> has(entry, "processor") && !Files.isDirectory(entry));
  }

  static String path(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  /** A process that has ended. */
  record Run(int status, String output) {}

  /** A process with one output, on this JDK. */
  static ProcessBuilder program(Path folder, List<String> command) {
    ProcessBuilder program = new ProcessBuilder(command);
    program.directory(folder.toFile()).redirectErrorStream(true);
    program.environment().put("JAVA_HOME", JAVA_HOME.toString());
    return program;
  }

  static Run run(Path folder, List<String> command) throws IOException, InterruptedException {
    Process process = program(folder, command).start();
    // What hangs fails with what it said.
    CompletableFuture<Process> _ =
        process
            .onExit()
            .orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES)
            .exceptionally(late -> process.destroyForcibly());
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  /**
   * The command that compiles all sources of a folder into its folder {@code out}, and what the
   * processor writes in Java into {@code made}.
   *
   * @param more options before the others
   */
  static List<String> javac(Path folder, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JAVA_HOME.resolve("bin/javac").toString());
    command.addAll(List.of(more));
    command.addAll(List.of("-cp", folder.resolve("out") + ":" + path(LANGUAGE)));
    command.addAll(List.of("-processorpath", path(PROCESSOR)));
    command.addAll(List.of("-d", Files.createDirectories(folder.resolve("out")).toString()));
    command.addAll(List.of("-s", Files.createDirectories(folder.resolve("made")).toString()));
    try (Stream<Path> sources = Files.walk(folder.resolve("src"))) {
      sources.filter(Files::isRegularFile).map(Path::toString).sorted().forEach(command::add);
    }
    return command;
  }

  /** Writes a source below {@code folder/src}. */
  static void source(Path folder, String path, String text) throws IOException {
    Path file = folder.resolve("src").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** All files below a folder, by their path in it. */
  static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile)
          .forEach(file -> files.put(folder.relativize(file).toString(), bytes(file)));
    }
    return files;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
