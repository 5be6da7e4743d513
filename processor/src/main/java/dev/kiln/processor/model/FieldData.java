package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/**
 * What a field is, on its way.
 *
 * @param constant its value when it is a constant; null otherwise
 */
record FieldData(TypeData type, @Nullable Object constant) {

  static FieldData of(VariableElement field) {
    return new FieldData(TypeData.of(field.asType()), field.getConstantValue());
  }

  void write(DataOutputStream out) throws IOException {
    type.write(out);
    Wire.text(out, constant == null ? "" : constant.getClass().getSimpleName());
    switch (constant) {
      case Boolean truth -> out.writeBoolean(truth);
      case Byte number -> out.writeLong(number);
      case Short number -> out.writeLong(number);
      case Character number -> out.writeLong(number);
      case Integer number -> out.writeLong(number);
      case Long number -> out.writeLong(number);
      case Float number -> out.writeInt(Float.floatToRawIntBits(number));
      case Double number -> out.writeLong(Double.doubleToRawLongBits(number));
      case String text -> Wire.text(out, text);
      case null -> {}
      default -> throw new IllegalStateException("no constant of Java: " + constant.getClass());
    }
  }

  static FieldData read(DataInputStream in) throws IOException {
    return new FieldData(TypeData.read(in), constant(Wire.text(in), in));
  }

  private static @Nullable Object constant(String kind, DataInputStream in) throws IOException {
    return switch (kind) {
      case "" -> null;
      case "Boolean" -> in.readBoolean();
      case "Byte" -> (byte) in.readLong();
      case "Short" -> (short) in.readLong();
      case "Character" -> (char) in.readLong();
      case "Integer" -> (int) in.readLong();
      case "Long" -> in.readLong();
      case "Float" -> Float.intBitsToFloat(in.readInt());
      case "Double" -> Double.longBitsToDouble(in.readLong());
      case "String" -> Wire.text(in);
      default -> throw new IOException("no kind of constant: " + kind);
    };
  }
}
