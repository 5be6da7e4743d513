package dev.kiln.codegen.llvm.worker;

import dev.kiln.codegen.llvm.worker.Wire.Frame;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A running child and the conversations with it, made of {@code java.*} objects so that copies of
 * this class in several class loaders can work on one child: {@link #parts} and {@link #of} turn it
 * into and back from a list.
 *
 * @param process the child
 * @param input its standard input; also the lock of whoever writes a frame
 * @param output its standard output, read only under {@code reading}
 * @param errors what it wrote to its standard error
 * @param inboxes what came and was not looked at yet, by the number of the conversation
 * @param latest the number of the latest conversation
 * @param reading held by whoever reads
 */
record Child(
    Process process,
    DataOutputStream input,
    DataInputStream output,
    FileChannel errors,
    Map<Long, BlockingQueue<byte[]>> inboxes,
    AtomicLong latest,
    ReentrantLock reading) {

  /** Stands in an inbox for all that a lost child will not say; messages are never empty. */
  private static final byte[] LOST = {};

  private static final int ERROR_TAIL = 2048;
  private static final int LAST_WORDS_SECONDS = 3;

  static Child start(WorkerSettings settings, Archive archive) throws WorkerException {
    try {
      // A name of our own: a random one would have the JVM set up its secure random source first.
      long process = ProcessHandle.current().pid();
      String name = "kiln-worker-" + process + "-" + System.nanoTime() + ".log";
      Path log = Files.createFile(settings.temporary().resolve(name));
      try {
        ProcessBuilder builder = new ProcessBuilder(settings.command(archive));
        builder.redirectError(log.toFile());
        // The user's agents and options are meant for the user's JVMs.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().remove("JDK_JAVA_OPTIONS");
        FileChannel errors = FileChannel.open(log, StandardOpenOption.READ);
        Child child = over(builder.start(), errors);
        child.endWithThisJvm();
        return child;
      } finally {
        Files.delete(log); // child and channel keep the nameless file
      }
    } catch (IOException e) {
      throw new WorkerException(
          WorkerException.Kind.UNAVAILABLE, "the worker cannot be started: " + e.getMessage());
    }
  }

  /**
   * Lets the child go as soon as this JVM begins to end. A JVM that ends waits for some 300 ms for
   * threads that are in native code, as the one is that waits for the child.
   */
  private void endWithThisJvm() {
    Thread farewell = new Thread(this::letGo, "kiln-farewell");
    try {
      Runtime.getRuntime().addShutdownHook(farewell);
      CompletableFuture<Void> _ = process.onExit().thenRun(() -> forget(farewell));
    } catch (IllegalStateException ending) {
      letGo();
    }
  }

  private void letGo() {
    try {
      process.getOutputStream().close();
    } catch (IOException gone) {
      // That was the purpose.
    }
  }

  private static void forget(Thread farewell) {
    try {
      Runtime.getRuntime().removeShutdownHook(farewell);
    } catch (IllegalStateException ending) {
      // It is running, or has run.
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
    return List.of(process, input, output, errors, inboxes, latest, reading);
  }

  /** Returns the child whose parts these are. */
  @SuppressWarnings("unchecked") // written by parts()
  static Child of(List<Object> parts) {
    return new Child(
        (Process) parts.get(0),
        (DataOutputStream) parts.get(1),
        (DataInputStream) parts.get(2),
        (FileChannel) parts.get(3),
        (Map<Long, BlockingQueue<byte[]>>) parts.get(4),
        (AtomicLong) parts.get(5),
        (ReentrantLock) parts.get(6));
  }

  /** Begins a conversation; its number. */
  long open() {
    long number = latest.incrementAndGet();
    inboxes.put(number, new LinkedBlockingQueue<>());
    return number;
  }

  /** Ends a conversation: what still comes for it is dropped. */
  void close(long number) {
    inboxes.remove(number);
  }

  /** Sends a message; that the child is gone shows when the next one is awaited. */
  void send(long number, byte[] message) {
    try {
      synchronized (input) {
        Wire.write(input, new Frame(number, message));
      }
    } catch (IOException e) {
      fail();
    }
  }

  /**
   * The next message of a conversation, or an empty one when the child is gone. Reads until it is
   * there, or another thread of the JVM has seen to it.
   */
  byte[] receive(long number) throws InterruptedException {
    BlockingQueue<byte[]> inbox = Objects.requireNonNull(inboxes.get(number));
    while (true) {
      byte[] message = inbox.poll();
      if (message != null) {
        return message;
      }
      if (reading.tryLock(2, TimeUnit.MILLISECONDS)) {
        try {
          if (inbox.isEmpty()) {
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
      BlockingQueue<byte[]> inbox = inboxes.get(frame.conversation());
      if (inbox != null) {
        inbox.add(frame.payload());
      }
    } catch (IOException e) {
      fail();
    }
  }

  /** Sees the child off, by force where it lingers, and gives up every conversation. */
  private void fail() {
    if (!hasEnded()) {
      process.destroyForcibly();
    }
    inboxes.values().forEach(inbox -> inbox.add(LOST));
  }

  /** Says how the child ended and what it said last. */
  WorkerException loss() {
    boolean hasEnded = hasEnded();
    String how = hasEnded ? "ended with status " + process.exitValue() : "does not answer";
    String tail = errorTail();
    boolean isFull = hasEnded && process.exitValue() == WorkerSettings.OUT_OF_MEMORY;
    return new WorkerException(
        isFull ? WorkerException.Kind.OUT_OF_MEMORY : WorkerException.Kind.CRASHED,
        "the worker process " + how + (tail.isEmpty() ? "" : ": " + tail));
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
