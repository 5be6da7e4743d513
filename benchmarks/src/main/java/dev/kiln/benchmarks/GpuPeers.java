package dev.kiln.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The child process that holds the peers, {@code peers.py}: one command a line, one answer a line.
 *
 * <p>Whatever fails there is a {@link PeerException}, and the benchmark goes on without that peer.
 */
final class GpuPeers implements AutoCloseable {
  private final Path script;
  private @Nullable Child child;

  GpuPeers(Path script) {
    this.script = script;
  }

  /** The process, which starts with the first command: who needs no peer is not disturbed. */
  private record Child(Process process, BufferedWriter commands, BufferedReader answers) {
    static Child start(Path script) throws IOException {
      Process process =
          new ProcessBuilder("python3", "-u", script.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new Child(
          process,
          process.outputWriter(StandardCharsets.UTF_8),
          process.inputReader(StandardCharsets.UTF_8));
    }
  }

  /** What a peer said instead of a time. */
  static final class PeerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PeerException(String message) {
      super(message);
    }
  }

  /** Makes the data of a peer's work. */
  void prepare(String peer, String work, long... numbers) {
    String words = Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
    ask("prepare %s %s %s".formatted(peer, work, words));
  }

  /** The seconds that a peer takes for one time of its work, measured over some. */
  double run(String peer, int times) {
    return Double.parseDouble(ask("run %s %d".formatted(peer, times)));
  }

  /** Forgets all data. */
  void drop() {
    ask("drop");
  }

  private String ask(String command) {
    try {
      Child asked = child == null ? Child.start(script) : child;
      child = asked;
      asked.commands().write(command + "\n");
      asked.commands().flush();
      String answer = asked.answers().readLine();
      if (answer == null) {
        throw new PeerException("python3 with torch is not there or has ended");
      }
      if (answer.startsWith("error ")) {
        throw new PeerException(answer.substring("error ".length()));
      }
      return answer;
    } catch (IOException e) {
      throw new PeerException("python3 does not run: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (child == null) {
      return;
    }
    try {
      child.commands().close();
      child.process().waitFor();
    } catch (IOException e) {
      child.process().destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      child.process().destroy();
    }
  }
}
