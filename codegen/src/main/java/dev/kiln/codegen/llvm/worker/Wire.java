package dev.kiln.codegen.llvm.worker;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol between client and child: frames of numbered conversations, each begun by the name
 * of a service, and what the service of LLVM says, as bytes.
 */
public final class Wire {
  /** Raised with every change of the bytes. */
  public static final int PROTOCOL = 2;

  private static final int LARGEST_FRAME = 1 << 30;

  private Wire() {}

  /**
   * One message in either direction.
   *
   * @param conversation the number of the conversation it belongs to
   * @param payload a message of it, not empty; the first one is made by {@link #encodeCall}
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, written and read once
  public record Frame(long conversation, byte[] payload) {}

  /** Writes a frame; callers see to it that frames do not interleave. */
  public static void write(DataOutputStream out, Frame frame) throws IOException {
    out.writeInt(frame.payload().length + Integer.BYTES + Long.BYTES);
    out.writeInt(PROTOCOL);
    out.writeLong(frame.conversation());
    out.write(frame.payload());
    out.flush();
  }

  /** Reads the next frame; {@link java.io.EOFException} where the stream ended. */
  public static Frame read(DataInputStream in) throws IOException {
    int length = in.readInt();
    int protocol = in.readInt();
    if (protocol != PROTOCOL || length < Integer.BYTES + Long.BYTES || length > LARGEST_FRAME) {
      throw new IOException("not a frame of protocol " + PROTOCOL);
    }
    long conversation = in.readLong();
    return new Frame(conversation, in.readNBytes(length - Integer.BYTES - Long.BYTES));
  }

  /**
   * What a client asks a service for.
   *
   * @param service its name
   * @param request what it is asked, in its own words
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, written and read once
  public record ServiceCall(String service, byte[] request) {}

  /** Returns the first message of a conversation. */
  static byte[] encodeCall(ServiceCall call) {
    return bytes(
        out -> {
          text(out, call.service());
          out.write(call.request());
        });
  }

  /** Returns the call that {@link #encodeCall} made the bytes from. */
  public static ServiceCall decodeCall(byte[] message) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
    return new ServiceCall(text(in), in.readAllBytes());
  }

  /** Returns the bytes of a request. */
  public static byte[] encode(Request request) {
    return bytes(
        out -> {
          text(out, request.product().name());
          text(out, request.target().triple());
          text(out, request.target().cpu());
          text(out, request.target().features());
          text(out, request.optimisation().passes());
          out.writeBoolean(request.optimisation().vectorisation());
          out.writeBoolean(request.optimisation().unrolling());
          out.writeInt(request.modules().size());
          for (ModuleText module : request.modules()) {
            text(out, module.name());
            text(out, module.text());
          }
        });
  }

  /** Returns the request that {@link #encode} made the bytes from. */
  public static Request decodeRequest(byte[] payload) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
    Product product = Product.valueOf(text(in));
    LlvmTarget target = new LlvmTarget(text(in), text(in), text(in));
    Optimisation optimisation = new Optimisation(text(in), in.readBoolean(), in.readBoolean());
    int count = in.readInt();
    List<ModuleText> modules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      modules.add(new ModuleText(text(in), text(in)));
    }
    return new Request(product, target, optimisation, modules);
  }

  /** Returns the reply that carries a product. */
  public static byte[] encodeProduct(byte[] product) {
    return bytes(
        out -> {
          out.writeBoolean(true);
          out.write(product);
        });
  }

  /** Returns the reply that refuses a request. */
  public static byte[] encodeRefusal(String reason) {
    return bytes(
        out -> {
          out.writeBoolean(false);
          text(out, reason);
        });
  }

  /** Returns the product of a reply, or throws its refusal. */
  public static byte[] decodeReply(byte[] payload) throws IOException, WorkerException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
    if (!in.readBoolean()) {
      throw new WorkerException(WorkerException.Kind.REFUSED, text(in));
    }
    return in.readAllBytes();
  }

  /** Writes a message. */
  @FunctionalInterface
  public interface Body {
    /** Writes to memory, which does not fail. */
    void to(DataOutputStream out) throws IOException;
  }

  /** Returns the bytes that {@code body} writes. */
  public static byte[] bytes(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      body.to(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /** Writes bytes with their number. */
  public static void blob(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads bytes that {@link #blob(DataOutputStream, byte[])} wrote. */
  public static byte[] blob(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** Writes a text of any length. */
  public static void text(DataOutputStream out, String text) throws IOException {
    blob(out, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a text that {@link #text(DataOutputStream, String)} wrote. */
  public static String text(DataInputStream in) throws IOException {
    return new String(blob(in), StandardCharsets.UTF_8);
  }
}
