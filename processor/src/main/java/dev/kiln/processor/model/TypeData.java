package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * A type on its way.
 *
 * @param text as the compiler writes it
 * @param name the canonical name of a class; empty for other types
 * @param arguments a class's type arguments
 */
record TypeData(TypeKind kind, String text, String name, List<TypeData> arguments) {

  static TypeData of(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
        ? new TypeData(
            type.getKind(),
            type.toString(),
            element.getQualifiedName().toString(),
            declared.getTypeArguments().stream().map(TypeData::of).toList())
        : new TypeData(type.getKind(), type.toString(), "", List.of());
  }

  void write(DataOutputStream out) throws IOException {
    Wire.text(out, kind.name());
    Wire.text(out, text);
    Wire.text(out, name);
    Data.write(out, arguments, TypeData::write);
  }

  static TypeData read(DataInputStream in) throws IOException {
    return new TypeData(
        TypeKind.valueOf(Wire.text(in)),
        Wire.text(in),
        Wire.text(in),
        Data.read(in, TypeData::read));
  }
}
