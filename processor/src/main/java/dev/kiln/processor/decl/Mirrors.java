package dev.kiln.processor.decl;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Reads annotations without their classes being on the processor's own path. */
final class Mirrors {
  private Mirrors() {}

  /** The annotation of a type on {@code element}; null when it has none. */
  static @Nullable AnnotationMirror find(Element element, String type) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (isOf(mirror, type)) {
        return mirror;
      }
    }
    return null;
  }

  /** All annotations of a repeatable type, also those that the compiler put in a container. */
  static List<AnnotationMirror> findAll(Element element, String type, String container) {
    List<AnnotationMirror> found = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (isOf(mirror, type)) {
        found.add(mirror);
      } else if (isOf(mirror, container) && value(mirror, "value") instanceof List<?> rows) {
        for (Object row : rows) {
          if (row instanceof AnnotationValue inner
              && inner.getValue() instanceof AnnotationMirror nested) {
            found.add(nested);
          }
        }
      }
    }
    return found;
  }

  /** The written value of a text member; empty when it is not written. */
  static String text(AnnotationMirror mirror, String member) {
    return value(mirror, member) instanceof String text ? text : "";
  }

  private static @Nullable Object value(AnnotationMirror mirror, String member) {
    for (var entry : mirror.getElementValues().entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(member)) {
        return entry.getValue().getValue();
      }
    }
    return null;
  }

  private static boolean isOf(AnnotationMirror mirror, String type) {
    return mirror.getAnnotationType().asElement() instanceof TypeElement element
        && element.getQualifiedName().contentEquals(type);
  }
}
