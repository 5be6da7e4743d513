package dev.kiln.codegen.llvm.worker;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The protocol between client and child: frames, requests and replies as bytes. */
public final class Wire {
  /** Raised with every change of the bytes. */
  public static final int PROTOCOL = 1;

  private static final int LARGEST_FRAME = 1 << 30;

  private Wire() {}

  /**
   * One message in either direction.
   *
   * @param request the number that ties a reply to its request
   * @param payload an encoded request or reply
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, written and read once
  public record Frame(long request, byte[] payload) {}

  /** Writes a frame; callers see to it that frames do not interleave. */
  public static void write(DataOutputStream out, Frame frame) throws IOException {
    out.writeInt(frame.payload().length + Integer.BYTES + Long.BYTES);
    out.writeInt(PROTOCOL);
    out.writeLong(frame.request());
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
    long request = in.readLong();
    return new Frame(request, in.readNBytes(length - Integer.BYTES - Long.BYTES));
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

  private interface Body {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      body.to(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
