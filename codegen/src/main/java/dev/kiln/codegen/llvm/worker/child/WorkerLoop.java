package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.codegen.llvm.worker.Wire.Frame;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The life of a child: reads calls from standard input until it ends and has services answer them
 * on standard output. Behind that, when nobody waits any longer, it sees to its archive of classes.
 */
public final class WorkerLoop {
  /** Begins the arguments of a child that makes an archive. */
  static final String TRAIN = "--train";

  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  /** An archive is made from this many calls; more would show it little that is new. */
  private static final int RECORDED = 3;

  private final Map<String, Service> services;
  private final Map<Long, LiveCall> calls = new ConcurrentHashMap<>();
  private final List<Transcript.Entry> recorded = new ArrayList<>();
  private final AtomicLong begun = new AtomicLong();
  private final DataOutputStream out;

  private WorkerLoop(List<Service> services, DataOutputStream out) {
    this.services = services.stream().collect(Collectors.toMap(Service::name, Function.identity()));
    this.out = out;
  }

  /**
   * Runs a child until its client is gone.
   *
   * @param program what the JVM was started with
   * @param arguments how many mebibytes of memory it may hold, then where the archive is or is to
   *     be, or none; or {@code --train} and a transcript
   */
  public static void run(Class<?> program, String[] arguments, List<Service> services) {
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    WorkerLoop loop = new WorkerLoop(services, out);
    if (arguments[0].equals(TRAIN)) {
      loop.train(Path.of(arguments[1]));
      return;
    }
    new MemoryLimit(Long.parseLong(arguments[0])).watch();
    for (Service service : services) {
      Thread.ofPlatform().daemon().start(service::warmUp);
    }
    Thread.ofPlatform().daemon().start(loop::endWhenForgotten);
    loop.serve(
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in))));
    if (arguments.length == 2) {
      new ArchiveMaker(program, Path.of(arguments[1])).finish(new Transcript(loop.recorded));
    }
    // Calls that nobody waits for any more are not worth an orderly end.
    Runtime.getRuntime().halt(0);
  }

  /** A compiler that lives on in an editor or a daemon need not keep LLVM in memory. */
  private void endWhenForgotten() {
    long seen;
    do {
      seen = begun.get();
      try {
        Thread.sleep(FORGOTTEN_AFTER);
      } catch (InterruptedException e) {
        return;
      }
    } while (begun.get() != seen || !calls.isEmpty());
    Runtime.getRuntime().halt(0);
  }

  private void serve(DataInputStream input) {
    try {
      while (true) {
        Frame frame = Wire.read(input);
        LiveCall call = calls.get(frame.conversation());
        if (call == null) {
          begin(frame);
        } else {
          call.inbox.add(frame.payload());
        }
      }
    } catch (IOException e) {
      // The compiler has ended, or speaks another language: either way nobody listens.
    }
  }

  private void begin(Frame frame) throws IOException {
    Transcript.Entry entry = Transcript.Entry.of(Wire.decodeCall(frame.payload()));
    if (recorded.size() < RECORDED) {
      recorded.add(entry);
    }
    begun.incrementAndGet();
    LiveCall call = new LiveCall(frame.conversation(), entry);
    calls.put(frame.conversation(), call);
    service(entry).start(call);
  }

  private Service service(Transcript.Entry entry) throws IOException {
    Service service = services.get(entry.call().service());
    if (service == null) {
      throw new IOException("no service " + entry.call().service());
    }
    return service;
  }

  /** Runs what was recorded, so that the JVM sees it and remembers. */
  private void train(Path transcript) {
    try {
      for (Transcript.Entry entry : Transcript.of(Files.readAllBytes(transcript)).entries()) {
        Transcript.Replay call = new Transcript.Replay(entry);
        service(entry).start(call);
        call.awaitClose();
      }
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A call whose client is at the other end of the pipes. */
  private final class LiveCall implements Call {
    private final long number;
    private final Transcript.Entry entry;
    private final BlockingQueue<byte[]> inbox = new LinkedBlockingQueue<>();

    LiveCall(long number, Transcript.Entry entry) {
      this.number = number;
      this.entry = entry;
    }

    @Override
    public byte[] request() {
      return entry.call().request();
    }

    @Override
    public void tell(byte[] message) {
      try {
        synchronized (out) {
          Wire.write(out, new Frame(number, message));
        }
      } catch (IOException e) {
        Runtime.getRuntime().halt(0);
      }
    }

    @Override
    public byte[] ask(byte[] question) {
      tell(question);
      try {
        byte[] answer = inbox.take();
        entry.answers().put(ByteBuffer.wrap(question), answer);
        return answer;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for an answer", e);
      }
    }

    @Override
    public void close() {
      calls.remove(number);
    }
  }
}
