package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.model.Data;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has been made of a kernel.
 *
 * @param findings in the order of their places
 * @param name the method's name in its source; null where that was not found
 * @param mayResolveLater whether nothing is wrong but names that another processor may still
 *     declare
 * @param files null when the kernel was refused
 */
public record KernelReply(
    List<Diagnostic> findings,
    @Nullable Loc name,
    boolean mayResolveLater,
    @Nullable KernelFiles files) {

  /** A kernel of which nothing could be made. */
  public static KernelReply refused(List<Diagnostic> findings) {
    return new KernelReply(findings, null, /* mayResolveLater= */ false, null);
  }

  void write(DataOutputStream out) throws IOException {
    Data.write(out, findings, FindingData::write);
    out.writeBoolean(name != null);
    if (name != null) {
      FindingData.write(name, out);
    }
    out.writeBoolean(mayResolveLater);
    out.writeBoolean(files != null);
    if (files != null) {
      Wire.text(out, files.launcher());
      Wire.text(out, files.folder());
      Data.write(out, files.resources(), KernelReply::write);
    }
  }

  private static void write(KernelFiles.Resource resource, DataOutputStream out)
      throws IOException {
    Wire.text(out, resource.name());
    Wire.blob(out, resource.bytes());
  }

  static KernelReply read(DataInputStream in) throws IOException {
    return new KernelReply(
        Data.read(in, FindingData::read),
        in.readBoolean() ? FindingData.readLoc(in) : null,
        in.readBoolean(),
        in.readBoolean() ? readFiles(in) : null);
  }

  private static KernelFiles readFiles(DataInputStream in) throws IOException {
    return new KernelFiles(
        Wire.text(in),
        Wire.text(in),
        Data.read(in, from -> new KernelFiles.Resource(Wire.text(from), Wire.blob(from))));
  }
}
