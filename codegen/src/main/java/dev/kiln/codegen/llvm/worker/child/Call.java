package dev.kiln.codegen.llvm.worker.child;

/** A conversation from the service's side. */
public interface Call extends AutoCloseable {
  /** What the client wants. */
  byte[] request();

  /** Says something. */
  void tell(byte[] message);

  /** Says something and waits for the answer. One thread at a time. */
  byte[] ask(byte[] question);

  /** Nothing more will be said. */
  @Override
  void close();
}
