package dev.kiln.processor.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A class from another process, asked for when more than its name is wanted. What it encloses are
 * its fields and classes; methods are had from {@link Classes}.
 */
final class ClassView implements ElementView, TypeElement {
  private final RemoteClasses classes;
  private final String name;
  private boolean wasAsked;
  private @Nullable ClassData known;
  private @Nullable List<Element> enclosed;

  ClassView(RemoteClasses classes, String name) {
    this.classes = classes;
    this.name = name;
  }

  /** Whether the compiler knows the class. */
  boolean isThere() {
    if (!wasAsked) {
      known = classes.classData(name);
      wasAsked = true;
    }
    return known != null;
  }

  ClassData data() {
    if (!isThere() || known == null) {
      throw new IllegalStateException("the compiler does not know the class " + name);
    }
    return known;
  }

  @Override
  public Name getQualifiedName() {
    return new NameView(name);
  }

  @Override
  public Name getSimpleName() {
    return new NameView(name.substring(name.lastIndexOf('.') + 1));
  }

  @Override
  public TypeMirror asType() {
    return TypeView.of(classes, new TypeData(TypeKind.DECLARED, name, name, List.of()));
  }

  @Override
  public ElementKind getKind() {
    return data().kind();
  }

  @Override
  public Set<Modifier> getModifiers() {
    return data().modifiers();
  }

  @Override
  public NestingKind getNestingKind() {
    return data().isNested() ? NestingKind.MEMBER : NestingKind.TOP_LEVEL;
  }

  @Override
  public TypeMirror getSuperclass() {
    return TypeView.of(classes, data().parent());
  }

  @Override
  public List<? extends TypeMirror> getInterfaces() {
    return data().interfaces().stream().map(each -> TypeView.of(classes, each)).toList();
  }

  @Override
  public Element getEnclosingElement() {
    return data().isNested()
        ? classes.view(data().enclosing())
        : new PackageView(data().enclosing());
  }

  @Override
  public List<? extends Element> getEnclosedElements() {
    if (enclosed == null) {
      enclosed = new ArrayList<>();
      for (ClassData.Member field : data().fields()) {
        enclosed.add(new FieldView(classes, this, field));
      }
      for (ClassData.Member type : data().types()) {
        enclosed.add(classes.view(name + "." + type.name()));
      }
    }
    return enclosed;
  }

  @Override
  public List<? extends TypeParameterElement> getTypeParameters() {
    throw ElementView.notCarried(this, "type parameters");
  }

  @Override
  public List<? extends RecordComponentElement> getRecordComponents() {
    throw ElementView.notCarried(this, "record components");
  }

  @Override
  public <R, P> R accept(ElementVisitor<R, P> visitor, P argument) {
    return visitor.visitType(this, argument);
  }

  @Override
  public String toString() {
    return name;
  }
}
