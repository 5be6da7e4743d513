package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * A class on its way: what it is called and what its members are called, not what they are.
 *
 * @param enclosing the canonical name of the class around it, or of its package
 * @param isNested whether {@code enclosing} is a class
 * @param parent its superclass
 * @param fields those that it declares
 * @param types the classes that it declares
 * @param methods the names of its methods, inherited ones too
 */
record ClassData(
    ElementKind kind,
    Set<Modifier> modifiers,
    String enclosing,
    boolean isNested,
    TypeData parent,
    List<TypeData> interfaces,
    List<Member> fields,
    List<Member> types,
    List<String> methods) {

  /** A field or a class by its name. */
  record Member(ElementKind kind, String name, Set<Modifier> modifiers) {
    static Member of(Element member) {
      return new Member(member.getKind(), member.getSimpleName().toString(), member.getModifiers());
    }

    void write(DataOutputStream out) throws IOException {
      Wire.text(out, kind.name());
      Wire.text(out, name);
      Data.write(out, modifiers);
    }

    static Member read(DataInputStream in) throws IOException {
      return new Member(ElementKind.valueOf(Wire.text(in)), Wire.text(in), Data.readModifiers(in));
    }
  }

  static ClassData of(TypeElement type, Classes classes) {
    Element around = type.getEnclosingElement();
    String enclosing =
        switch (around) {
          case TypeElement outer -> outer.getQualifiedName().toString();
          case PackageElement unit -> unit.getQualifiedName().toString();
          case null, default -> "";
        };
    List<TypeData> interfaces = new ArrayList<>();
    for (TypeMirror each : type.getInterfaces()) {
      interfaces.add(TypeData.of(each));
    }
    return new ClassData(
        type.getKind(),
        type.getModifiers(),
        enclosing,
        around instanceof TypeElement,
        TypeData.of(type.getSuperclass()),
        interfaces,
        ElementFilter.fieldsIn(type.getEnclosedElements()).stream().map(Member::of).toList(),
        ElementFilter.typesIn(type.getEnclosedElements()).stream().map(Member::of).toList(),
        List.copyOf(classes.methodNames(type)));
  }

  void write(DataOutputStream out) throws IOException {
    Wire.text(out, kind.name());
    Data.write(out, modifiers);
    Wire.text(out, enclosing);
    out.writeBoolean(isNested);
    parent.write(out);
    Data.write(out, interfaces, TypeData::write);
    Data.write(out, fields, Member::write);
    Data.write(out, types, Member::write);
    Data.write(out, methods, (name, to) -> Wire.text(to, name));
  }

  static ClassData read(DataInputStream in) throws IOException {
    return new ClassData(
        ElementKind.valueOf(Wire.text(in)),
        Data.readModifiers(in),
        Wire.text(in),
        in.readBoolean(),
        TypeData.read(in),
        Data.read(in, TypeData::read),
        Data.read(in, Member::read),
        Data.read(in, Member::read),
        Data.read(in, Wire::text));
  }
}
