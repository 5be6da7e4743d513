package dev.kiln.codegen.llvm.worker;

import dev.kiln.codegen.llvm.worker.WorkerException.Kind;
import java.io.IOException;

/** A request on its way to a child; {@link #await} gives its product. */
public final class Pending implements Llvm.Promise {
  private final WorkerSettings settings;
  private final byte[] request;
  private final Conversation conversation;

  private Pending(WorkerSettings settings, byte[] request, Conversation conversation) {
    this.settings = settings;
    this.request = request;
    this.conversation = conversation;
  }

  static Pending send(WorkerSettings settings, byte[] request, Child child) {
    return new Pending(
        settings,
        request,
        Conversation.open(child, settings.limits().silence(), Llvm.SERVICE, request));
  }

  /**
   * Waits for the product.
   *
   * <p>A request whose child died is run once more in a child of its own, so that the crash of one
   * request is never the error of another.
   */
  @Override
  public byte[] await() throws WorkerException {
    try (conversation) {
      return product(conversation);
    } catch (WorkerException failure) {
      switch (failure.kind()) {
        case CRASHED, OUT_OF_MEMORY -> {}
        case REFUSED, TIMED_OUT, UNAVAILABLE -> throw failure;
      }
    }
    try (Conversation again = Conversation.alone(settings, Llvm.SERVICE, request)) {
      return product(again);
    }
  }

  private static byte[] product(Conversation conversation) throws WorkerException {
    try {
      return Wire.decodeReply(conversation.receive());
    } catch (IOException e) {
      throw new WorkerException(Kind.UNAVAILABLE, "the worker's answer is broken: " + e);
    }
  }
}
