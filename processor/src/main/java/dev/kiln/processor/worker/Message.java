package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.model.Data;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;

/** What the worker says while it compiles the kernels of a round. */
sealed interface Message {
  /** A question about classes; the compiler answers it. */
  record Question(byte[] about) implements Message {}

  /** What is wrong with the options; once, before all replies. */
  record AboutOptions(List<Diagnostic> findings) implements Message {}

  /** What has been made of a kernel; one for each, in their order. */
  record Reply(KernelReply kernel) implements Message {}

  /** The end of a worker that does not know what to do; no replies follow. */
  record Failure(String text) implements Message {}

  /** Its bytes. */
  default byte[] bytes() {
    return Wire.bytes(
        out -> {
          switch (this) {
            case Question(byte[] about) -> {
              out.writeByte(1);
              out.write(about);
            }
            case AboutOptions(List<Diagnostic> findings) -> {
              out.writeByte(2);
              Data.write(out, findings, FindingData::write);
            }
            case Reply(KernelReply kernel) -> {
              out.writeByte(3);
              kernel.write(out);
            }
            case Failure(String text) -> {
              out.writeByte(4);
              Wire.text(out, text);
            }
          }
        });
  }

  /** The message of some bytes. */
  static Message of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    return switch (in.readByte()) {
      case 1 -> new Question(in.readAllBytes());
      case 2 -> new AboutOptions(Data.read(in, FindingData::read));
      case 3 -> new Reply(KernelReply.read(in));
      case 4 -> new Failure(Wire.text(in));
      default -> throw new IOException("not a message of the worker");
    };
  }
}
