package dev.kiln.codegen.llvm.worker;

import dev.kiln.codegen.llvm.worker.Wire.Frame;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A running child and the calls that wait for it, made of {@code java.*} objects so that copies of
 * this class in several class loaders can work on one child: {@link #parts} and {@link #of} turn it
 * into and back from a list.
 *
 * @param process the child
 * @param input its standard input; also the lock of whoever writes a frame
 * @param output its standard output, read only under {@code reading}
 * @param errors what it wrote to its standard error
 * @param pending the requests without a reply yet
 * @param latest the number of the latest request
 * @param reading held by whoever reads replies
 */
record Child(
    Process process,
    DataOutputStream input,
    DataInputStream output,
    FileChannel errors,
    Map<Long, CompletableFuture<byte[]>> pending,
    AtomicLong latest,
    ReentrantLock reading) {

  private static final int ERROR_TAIL = 2048;
  private static final int LAST_WORDS_SECONDS = 3;

  static Child start(WorkerSettings settings) throws WorkerException {
    try {
      // A name of our own: a random one would have the JVM set up its secure random source first.
      long process = ProcessHandle.current().pid();
      String name = "kiln-worker-%d-%d.log".formatted(process, System.nanoTime());
      Path log = Files.createFile(settings.temporary().resolve(name));
      try {
        ProcessBuilder builder = new ProcessBuilder(settings.command());
        builder.redirectError(log.toFile());
        // The user's agents and options are meant for the user's JVMs.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().remove("JDK_JAVA_OPTIONS");
        FileChannel errors = FileChannel.open(log, StandardOpenOption.READ);
        return over(builder.start(), errors);
      } finally {
        Files.delete(log); // child and channel keep the nameless file
      }
    } catch (IOException e) {
      throw new WorkerException(
          WorkerException.Kind.UNAVAILABLE, "the worker cannot be started: " + e.getMessage());
    }
  }

  private static Child over(Process process, FileChannel errors) {
    return new Child(
        process,
        new DataOutputStream(new BufferedOutputStream(process.getOutputStream())),
        new DataInputStream(new BufferedInputStream(process.getInputStream())),
        errors,
        new ConcurrentHashMap<>(),
        new AtomicLong(),
        new ReentrantLock());
  }

  /** Returns the components, none of which is of a class of ours. */
  List<Object> parts() {
    return List.of(process, input, output, errors, pending, latest, reading);
  }

  /** Returns the child whose parts these are. */
  @SuppressWarnings("unchecked") // written by parts()
  static Child of(List<Object> parts) {
    return new Child(
        (Process) parts.get(0),
        (DataOutputStream) parts.get(1),
        (DataInputStream) parts.get(2),
        (FileChannel) parts.get(3),
        (Map<Long, CompletableFuture<byte[]>>) parts.get(4),
        (AtomicLong) parts.get(5),
        (ReentrantLock) parts.get(6));
  }

  /**
   * Sends a request and returns its reply to come; a child that is gone shows when the reply is
   * awaited.
   */
  CompletableFuture<byte[]> send(byte[] request) {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    long number = latest.incrementAndGet();
    pending.put(number, reply);
    try {
      synchronized (input) {
        Wire.write(input, new Frame(number, request));
      }
    } catch (IOException e) {
      fail();
    }
    return reply;
  }

  /** Reads replies until the given one is there, or another thread of the JVM has seen to it. */
  void await(CompletableFuture<byte[]> reply) throws InterruptedException {
    while (!reply.isDone()) {
      if (reading.tryLock(2, TimeUnit.MILLISECONDS)) {
        try {
          if (!reply.isDone()) {
            readOne();
          }
        } finally {
          reading.unlock();
        }
      }
    }
  }

  private void readOne() {
    try {
      Frame frame = Wire.read(output);
      CompletableFuture<byte[]> reply = pending.remove(frame.request());
      if (reply != null) {
        reply.complete(frame.payload());
      }
    } catch (IOException e) {
      fail();
    }
  }

  /** Sees the child off, by force where it lingers, and gives up every waiting request. */
  private void fail() {
    if (!hasEnded()) {
      process.destroyForcibly();
    }
    for (Long number : List.copyOf(pending.keySet())) {
      CompletableFuture<byte[]> reply = pending.remove(number);
      if (reply != null) {
        reply.completeExceptionally(new EOFException());
      }
    }
  }

  /** Says how the child ended and what it said last. */
  String obituary() {
    String how = hasEnded() ? "ended with status " + process.exitValue() : "does not answer";
    String tail = errorTail();
    return "the worker process " + how + (tail.isEmpty() ? "" : ": " + tail);
  }

  private boolean hasEnded() {
    try {
      return process.waitFor(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private String errorTail() {
    try {
      long size = errors.size();
      ByteBuffer tail = ByteBuffer.allocate((int) Math.min(size, ERROR_TAIL));
      errors.read(tail, size - tail.capacity());
      return new String(tail.array(), 0, tail.position(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
