package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Note;
import dev.kiln.processor.model.Data;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Findings and places as bytes. */
final class FindingData {
  private FindingData() {}

  static void write(Diagnostic finding, DataOutputStream out) throws IOException {
    Wire.text(out, finding.code().id());
    write(finding.loc(), out);
    Data.write(out, finding.arguments(), (argument, to) -> Wire.text(to, argument));
    Data.write(out, finding.notes(), FindingData::write);
  }

  static Diagnostic read(DataInputStream in) throws IOException {
    return new Diagnostic(
        Code.ofId(Wire.text(in)),
        readLoc(in),
        Data.read(in, Wire::text),
        Data.read(in, FindingData::readNote));
  }

  private static void write(Note note, DataOutputStream out) throws IOException {
    Wire.text(out, note.text());
    Loc loc = note.loc();
    out.writeBoolean(loc != null);
    if (loc != null) {
      write(loc, out);
    }
  }

  private static Note readNote(DataInputStream in) throws IOException {
    return new Note(Wire.text(in), in.readBoolean() ? readLoc(in) : null);
  }

  static void write(Loc loc, DataOutputStream out) throws IOException {
    Wire.text(out, loc.file());
    out.writeInt(loc.line());
    out.writeInt(loc.column());
    out.writeInt(loc.start());
    out.writeInt(loc.end());
    Loc caller = loc.caller();
    out.writeBoolean(caller != null);
    if (caller != null) {
      write(caller, out);
    }
  }

  static Loc readLoc(DataInputStream in) throws IOException {
    return new Loc(
        Wire.text(in),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readBoolean() ? readLoc(in) : null);
  }
}
