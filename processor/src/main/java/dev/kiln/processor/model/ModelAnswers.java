package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.IOException;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/** Answers questions about the compiler's classes, in the compiler's thread. One a round. */
public final class ModelAnswers {
  static final byte FOUND = 1;
  static final byte NONE = 2;
  static final byte FAILED = 3;

  private final Classes classes;

  /** Answers from {@code classes}. */
  public ModelAnswers(Classes classes) {
    this.classes = classes;
  }

  /** The answer to a question; a compiler that fails at it is an answer too. */
  public byte[] answer(DataInputStream question) throws IOException {
    Question asked = Question.read(question);
    try {
      return answer(asked);
    } catch (RuntimeException failure) {
      return Wire.bytes(
          out -> {
            out.writeByte(FAILED);
            Wire.text(out, failure.toString());
          });
    }
  }

  private byte[] answer(Question asked) {
    TypeElement type = classes.type(asked.type());
    if (type == null) {
      return new byte[] {NONE};
    }
    return switch (asked.kind()) {
      case CLASS -> found(ClassData.of(type, classes)::write);
      case FIELD -> field(type, asked.name());
      case METHODS ->
          found(
              out ->
                  Data.write(
                      out,
                      classes.methods(type, asked.name()).stream().map(MethodData::of).toList(),
                      MethodData::write));
      case SEES -> classes.sees(type, asked.name()) ? found(out -> {}) : new byte[] {NONE};
    };
  }

  private static byte[] field(TypeElement type, String name) {
    for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
      if (field.getSimpleName().contentEquals(name)) {
        return found(FieldData.of(field)::write);
      }
    }
    return new byte[] {NONE};
  }

  private static byte[] found(Wire.Body data) {
    return Wire.bytes(
        out -> {
          out.writeByte(FOUND);
          data.to(out);
        });
  }
}
