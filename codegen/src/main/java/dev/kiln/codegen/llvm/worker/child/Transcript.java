package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Calls as they were, to be run again without a client.
 *
 * @param entries in the order in which they came
 */
record Transcript(List<Entry> entries) {

  /**
   * One call.
   *
   * @param call the service and what it was asked
   * @param answers what the client answered, by the service's questions
   */
  record Entry(Wire.ServiceCall call, Map<ByteBuffer, byte[]> answers) {
    static Entry of(Wire.ServiceCall call) {
      return new Entry(call, new ConcurrentHashMap<>());
    }
  }

  byte[] bytes() {
    return Wire.bytes(
        out -> {
          out.writeInt(entries.size());
          for (Entry entry : entries) {
            Wire.text(out, entry.call().service());
            Wire.blob(out, entry.call().request());
            List<Map.Entry<ByteBuffer, byte[]>> answers = List.copyOf(entry.answers().entrySet());
            out.writeInt(answers.size());
            for (Map.Entry<ByteBuffer, byte[]> answer : answers) {
              Wire.blob(out, answer.getKey().array());
              Wire.blob(out, answer.getValue());
            }
          }
        });
  }

  static Transcript of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int count = in.readInt();
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Entry entry = Entry.of(new Wire.ServiceCall(Wire.text(in), Wire.blob(in)));
      int answers = in.readInt();
      for (int j = 0; j < answers; j++) {
        entry.answers().put(ByteBuffer.wrap(Wire.blob(in)), Wire.blob(in));
      }
      entries.add(entry);
    }
    return new Transcript(entries);
  }

  /** A call whose client is the transcript. */
  static final class Replay implements Call {
    private final Entry entry;
    private final CountDownLatch closed = new CountDownLatch(1);

    Replay(Entry entry) {
      this.entry = entry;
    }

    @Override
    public byte[] request() {
      return entry.call().request();
    }

    @Override
    public void tell(byte[] message) {
      // Nobody listens.
    }

    @Override
    public byte[] ask(byte[] question) {
      byte[] answer = entry.answers().get(ByteBuffer.wrap(question));
      if (answer == null) {
        throw new IllegalStateException("a question that was not asked before");
      }
      return answer;
    }

    @Override
    public void close() {
      closed.countDown();
    }

    void awaitClose() throws InterruptedException {
      closed.await();
    }
  }
}
