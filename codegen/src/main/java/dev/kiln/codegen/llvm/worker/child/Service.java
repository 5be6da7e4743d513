package dev.kiln.codegen.llvm.worker.child;

import java.io.IOException;

/** Something that a child does for its client. */
public interface Service {
  /** What clients call it. */
  String name();

  /** Loads what it will need, while the client is still busy with its first request. */
  void warmUp();

  /**
   * Begins to work on a call, on a thread of its own; the call is closed when all is said.
   *
   * @throws IOException when the request is malformed
   */
  void start(Call call) throws IOException;
}
