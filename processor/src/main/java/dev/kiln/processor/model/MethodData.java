package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * A method on its way.
 *
 * @param owner the canonical name of the class that declares it
 * @param text as the compiler writes it, with the types of its parameters: what tells it from the
 *     others of its class
 * @param annotations those of the language
 */
public record MethodData(
    String owner,
    String text,
    String name,
    Set<Modifier> modifiers,
    boolean isVarArgs,
    TypeData result,
    List<Parameter> parameters,
    List<AnnotationData> annotations) {

  /** A parameter, with its annotations of the language. */
  record Parameter(String name, TypeData type, List<AnnotationData> annotations) {
    static Parameter of(VariableElement parameter) {
      return new Parameter(
          parameter.getSimpleName().toString(),
          TypeData.of(parameter.asType()),
          AnnotationData.of(parameter));
    }

    void write(DataOutputStream out) throws IOException {
      Wire.text(out, name);
      type.write(out);
      Data.write(out, annotations, AnnotationData::write);
    }

    static Parameter read(DataInputStream in) throws IOException {
      return new Parameter(Wire.text(in), TypeData.read(in), Data.read(in, AnnotationData::read));
    }
  }

  /** A method of the compiler's. */
  public static MethodData of(ExecutableElement method) {
    return new MethodData(
        method.getEnclosingElement() instanceof TypeElement owner
            ? owner.getQualifiedName().toString()
            : "",
        method.toString(),
        method.getSimpleName().toString(),
        method.getModifiers(),
        method.isVarArgs(),
        TypeData.of(method.getReturnType()),
        method.getParameters().stream().map(Parameter::of).toList(),
        AnnotationData.of(method));
  }

  /** Writes it. */
  public void write(DataOutputStream out) throws IOException {
    Wire.text(out, owner);
    Wire.text(out, text);
    Wire.text(out, name);
    Data.write(out, modifiers);
    out.writeBoolean(isVarArgs);
    result.write(out);
    Data.write(out, parameters, Parameter::write);
    Data.write(out, annotations, AnnotationData::write);
  }

  /** Reads what {@link #write} wrote. */
  public static MethodData read(DataInputStream in) throws IOException {
    return new MethodData(
        Wire.text(in),
        Wire.text(in),
        Wire.text(in),
        Data.readModifiers(in),
        in.readBoolean(),
        TypeData.read(in),
        Data.read(in, Parameter::read),
        Data.read(in, AnnotationData::read));
  }
}
