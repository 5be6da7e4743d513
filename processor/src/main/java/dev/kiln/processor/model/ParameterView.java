package dev.kiln.processor.model;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A parameter of a method from another process. */
final class ParameterView implements ElementView, VariableElement {
  private final RemoteClasses classes;
  private final MethodView method;
  private final MethodData.Parameter data;

  ParameterView(RemoteClasses classes, MethodView method, MethodData.Parameter data) {
    this.classes = classes;
    this.method = method;
    this.data = data;
  }

  @Override
  public List<? extends AnnotationMirror> getAnnotationMirrors() {
    return AnnotationView.of(classes, data.annotations());
  }

  @Override
  public TypeMirror asType() {
    return TypeView.of(classes, data.type());
  }

  @Override
  public @Nullable Object getConstantValue() {
    return null;
  }

  @Override
  public Name getSimpleName() {
    return new NameView(data.name());
  }

  @Override
  public ElementKind getKind() {
    return ElementKind.PARAMETER;
  }

  @Override
  public Set<Modifier> getModifiers() {
    throw ElementView.notCarried(this, "modifiers");
  }

  @Override
  public Element getEnclosingElement() {
    return method;
  }

  @Override
  public <R, P> R accept(ElementVisitor<R, P> visitor, P argument) {
    return visitor.visitVariable(this, argument);
  }

  @Override
  public String toString() {
    return data.name();
  }
}
