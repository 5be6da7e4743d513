package dev.kiln.processor.model;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A method from another process. */
final class MethodView implements ElementView, ExecutableElement {
  private final RemoteClasses classes;
  private final MethodData data;
  private final List<ParameterView> parameters;

  MethodView(RemoteClasses classes, MethodData data) {
    this.classes = classes;
    this.data = data;
    parameters =
        data.parameters().stream()
            .map(parameter -> new ParameterView(classes, this, parameter))
            .toList();
  }

  /** The member of an annotation, of which only the name is known. */
  static MethodView member(RemoteClasses classes, String owner, String name) {
    TypeData text =
        new TypeData(TypeKind.DECLARED, "java.lang.String", "java.lang.String", List.of());
    return new MethodView(
        classes,
        new MethodData(owner, name + "()", name, Set.of(), false, text, List.of(), List.of()));
  }

  @Override
  public List<? extends AnnotationMirror> getAnnotationMirrors() {
    return AnnotationView.of(classes, data.annotations());
  }

  @Override
  public TypeMirror getReturnType() {
    return TypeView.of(classes, data.result());
  }

  @Override
  public List<? extends VariableElement> getParameters() {
    return parameters;
  }

  @Override
  public boolean isVarArgs() {
    return data.isVarArgs();
  }

  @Override
  public Name getSimpleName() {
    return new NameView(data.name());
  }

  @Override
  public ElementKind getKind() {
    return ElementKind.METHOD;
  }

  @Override
  public Set<Modifier> getModifiers() {
    return data.modifiers();
  }

  @Override
  public Element getEnclosingElement() {
    return classes.view(data.owner());
  }

  @Override
  public TypeMirror asType() {
    throw ElementView.notCarried(this, "types");
  }

  @Override
  public List<? extends TypeParameterElement> getTypeParameters() {
    throw ElementView.notCarried(this, "type parameters");
  }

  @Override
  public TypeMirror getReceiverType() {
    throw ElementView.notCarried(this, "receiver types");
  }

  @Override
  public boolean isDefault() {
    return data.modifiers().contains(Modifier.DEFAULT);
  }

  @Override
  public List<? extends TypeMirror> getThrownTypes() {
    throw ElementView.notCarried(this, "thrown types");
  }

  @Override
  public @Nullable AnnotationValue getDefaultValue() {
    throw ElementView.notCarried(this, "default values");
  }

  @Override
  public <R, P> R accept(ElementVisitor<R, P> visitor, P argument) {
    return visitor.visitExecutable(this, argument);
  }

  @Override
  public String toString() {
    return data.text();
  }
}
