package dev.kiln.codegen.llvm.worker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the child is run; the one place of this module that reads the JVM's properties.
 *
 * @param java the {@code java} executable
 * @param mainClass what the child runs
 * @param classPath what the child loads
 * @param temporary where short-lived files go
 * @param cache where JavaCPP extracts natives to, or null for its own default
 * @param archives where archives of classes are kept, which make children start quickly
 * @param limits what the child may take
 */
public record WorkerSettings(
    Path java,
    String mainClass,
    String classPath,
    Path temporary,
    @Nullable Path cache,
    Path archives,
    WorkerLimits limits) {
  /** The status that a child ends with when it needs more than its memory; the JVM's own choice. */
  public static final int OUT_OF_MEMORY = 3;

  private static final String CACHE_PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** Returns settings for LLVM alone, with the libraries that the given loader sees. */
  public static WorkerSettings of(ClassLoader loader) throws WorkerException {
    return of(loader, WorkerProgram.LLVM, WorkerLimits.GENEROUS);
  }

  /** Returns settings for the running JVM with the libraries that the given loader sees. */
  public static WorkerSettings of(ClassLoader loader, WorkerProgram program, WorkerLimits limits)
      throws WorkerException {
    String cache = System.getProperty(CACHE_PROPERTY);
    Path home = Path.of(System.getProperty("user.home"), ".javacpp", "cache");
    return new WorkerSettings(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        program.mainClass(),
        ChildClassPath.of(loader, program),
        Path.of(System.getProperty("java.io.tmpdir")),
        cache == null ? null : Path.of(cache),
        (cache == null ? home : Path.of(cache)).resolve("kiln"),
        limits);
  }

  /** Returns the same settings with other limits. */
  public WorkerSettings withLimits(WorkerLimits other) {
    return new WorkerSettings(java, mainClass, classPath, temporary, cache, archives, other);
  }

  /** Returns the same settings with another class path. */
  WorkerSettings withClassPath(String other) {
    return new WorkerSettings(java, mainClass, other, temporary, cache, archives, limits);
  }

  /** Returns the command line of a child: small heap, quick start, no warnings. */
  List<String> command(Archive archive) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            // What runs once is not worth the second compiler.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx" + limits.heapMebibytes() + "m",
            "-Xss512k",
            // To compile early what former children ran often costs more than it saves. The option
            // is one for experts, which a later JVM may not have.
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining",
            // A file of statistics in the temporary folder, which nobody reads.
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            // Standard output belongs to the protocol.
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            // What a crash leaves behind is not left in the user's project.
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + temporary.resolve("kiln-worker-crash-%p.log"),
            // JavaCPP would count LLVM's memory against the small heap, and free what we free
            // ourselves.
            "-Dorg.bytedeco.javacpp.maxBytes=0",
            "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
            "-Dorg.bytedeco.javacpp.nopointergc=true"));
    command.add("-Djava.io.tmpdir=" + temporary);
    if (cache != null) {
      command.add("-D" + CACHE_PROPERTY + "=" + cache);
    }
    command.addAll(archive.options());
    command.addAll(List.of("-cp", classPath, mainClass));
    command.add(Integer.toString(limits.mebibytes()));
    command.addAll(archive.arguments());
    return command;
  }
}
