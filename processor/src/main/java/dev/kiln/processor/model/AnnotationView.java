package dev.kiln.processor.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.AnnotationValueVisitor;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;

/** An annotation from another process. */
record AnnotationView(RemoteClasses classes, AnnotationData data) implements AnnotationMirror {

  static List<AnnotationView> of(RemoteClasses classes, List<AnnotationData> annotations) {
    return annotations.stream().map(each -> new AnnotationView(classes, each)).toList();
  }

  @Override
  public DeclaredType getAnnotationType() {
    return new TypeView.OfClass(
        classes, new TypeData(TypeKind.DECLARED, data.type(), data.type(), List.of()));
  }

  @Override
  public Map<? extends ExecutableElement, ? extends AnnotationValue> getElementValues() {
    Map<ExecutableElement, AnnotationValue> values = new LinkedHashMap<>();
    data.texts().forEach((name, text) -> values.put(member(name), new Value(text)));
    if (!data.rows().isEmpty()) {
      List<Value> rows = of(classes, data.rows()).stream().map(Value::new).toList();
      values.put(member("value"), new Value(rows));
    }
    return values;
  }

  private ExecutableElement member(String name) {
    return MethodView.member(classes, data.type(), name);
  }

  /** The value of a member: a text, an annotation, or a list of values. */
  private record Value(Object value) implements AnnotationValue {
    @Override
    public Object getValue() {
      return value;
    }

    @Override
    public <R, P> R accept(AnnotationValueVisitor<R, P> visitor, P argument) {
      throw ElementView.notCarried(this, "kinds");
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }
}
