package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What is asked about the compiler's classes.
 *
 * @param type the canonical name of a class
 * @param name of a member, or the canonical name of another class; empty where none is asked for
 */
record Question(Kind kind, String type, String name) {

  /** What is asked; the answer is of the record named. */
  enum Kind {
    /** What a class is: {@link ClassData}, or nothing. */
    CLASS,
    /** What a field that the class declares is: {@link FieldData}. */
    FIELD,
    /** What the methods of a name are: a list of {@link MethodData}. */
    METHODS,
    /** Whether the class's module sees another class: yes, or nothing. */
    SEES
  }

  void write(DataOutputStream out) throws IOException {
    Wire.text(out, kind.name());
    Wire.text(out, type);
    Wire.text(out, name);
  }

  static Question read(DataInputStream in) throws IOException {
    return new Question(Kind.valueOf(Wire.text(in)), Wire.text(in), Wire.text(in));
  }
}
