package dev.kiln.processor.model;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.PackageElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A package by its name. */
record PackageView(String name) implements ElementView, PackageElement {
  @Override
  public TypeMirror asType() {
    return TypeView.OfNothing.NONE;
  }

  @Override
  public ElementKind getKind() {
    return ElementKind.PACKAGE;
  }

  @Override
  public Set<Modifier> getModifiers() {
    return Set.of();
  }

  @Override
  public List<? extends Element> getEnclosedElements() {
    throw ElementView.notCarried(this, "classes");
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
  public boolean isUnnamed() {
    return name.isEmpty();
  }

  @Override
  public @Nullable Element getEnclosingElement() {
    return null;
  }

  @Override
  public <R, P> R accept(ElementVisitor<R, P> visitor, P argument) {
    return visitor.visitPackage(this, argument);
  }

  @Override
  public String toString() {
    return name;
  }
}
