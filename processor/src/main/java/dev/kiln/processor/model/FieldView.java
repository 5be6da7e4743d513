package dev.kiln.processor.model;

import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A field from another process, asked for when more than its name is wanted. */
final class FieldView implements ElementView, VariableElement {
  private final RemoteClasses classes;
  private final ClassView owner;
  private final ClassData.Member member;
  private @Nullable FieldData known;

  FieldView(RemoteClasses classes, ClassView owner, ClassData.Member member) {
    this.classes = classes;
    this.owner = owner;
    this.member = member;
  }

  private FieldData data() {
    if (known == null) {
      known = classes.fieldData(owner.toString(), member.name());
    }
    return known;
  }

  @Override
  public TypeMirror asType() {
    return TypeView.of(classes, data().type());
  }

  @Override
  public @Nullable Object getConstantValue() {
    return data().constant();
  }

  @Override
  public Name getSimpleName() {
    return new NameView(member.name());
  }

  @Override
  public ElementKind getKind() {
    return member.kind();
  }

  @Override
  public Set<Modifier> getModifiers() {
    return member.modifiers();
  }

  @Override
  public Element getEnclosingElement() {
    return owner;
  }

  @Override
  public <R, P> R accept(ElementVisitor<R, P> visitor, P argument) {
    return visitor.visitVariable(this, argument);
  }

  @Override
  public String toString() {
    return member.name();
  }
}
