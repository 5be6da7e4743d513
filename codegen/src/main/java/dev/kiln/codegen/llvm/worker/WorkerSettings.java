package dev.kiln.codegen.llvm.worker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the child is run; the one place of this module that reads the JVM's properties.
 *
 * @param java the {@code java} executable
 * @param classPath what the child loads: this module, JavaCPP and the LLVM preset with its natives
 * @param temporary where short-lived files go
 * @param cache where JavaCPP extracts natives to, or null for its own default
 * @param timeout the longest that one request may take
 */
public record WorkerSettings(
    Path java, String classPath, Path temporary, @Nullable Path cache, Duration timeout) {
  private static final String CACHE_PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** Returns settings for the running JVM with the libraries that the given loader sees. */
  public static WorkerSettings of(ClassLoader loader) throws WorkerException {
    String cache = System.getProperty(CACHE_PROPERTY);
    return new WorkerSettings(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        ChildClassPath.of(loader),
        Path.of(System.getProperty("java.io.tmpdir")),
        cache == null ? null : Path.of(cache),
        Duration.ofMinutes(5));
  }

  /** Returns the same settings with another time limit. */
  public WorkerSettings withTimeout(Duration limit) {
    return new WorkerSettings(java, classPath, temporary, cache, limit);
  }

  /** Returns the command line of a child: small heap, quick start, no warnings. */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xmx192m",
            "-Xss512k",
            // Standard output belongs to the protocol.
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            // JavaCPP would count LLVM's memory against the small heap, and free what we free
            // ourselves.
            "-Dorg.bytedeco.javacpp.maxBytes=0",
            "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
            "-Dorg.bytedeco.javacpp.nopointergc=true"));
    command.add("-Djava.io.tmpdir=" + temporary);
    if (cache != null) {
      command.add("-D" + CACHE_PROPERTY + "=" + cache);
    }
    command.addAll(List.of("-cp", classPath, "dev.kiln.codegen.llvm.worker.child.WorkerMain"));
    return command;
  }
}
