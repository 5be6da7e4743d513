package dev.kiln.processor.model;

import java.lang.annotation.Annotation;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** What all elements from another process have in common: they show only what was carried over. */
interface ElementView extends Element {
  /** What is thrown where more is looked for. */
  static UnsupportedOperationException notCarried(Object element, String what) {
    return new UnsupportedOperationException(what + " of " + element + " were not carried over");
  }

  @Override
  default List<? extends AnnotationMirror> getAnnotationMirrors() {
    throw notCarried(this, "annotations");
  }

  @Override
  default <A extends Annotation> @Nullable A getAnnotation(Class<A> type) {
    throw notCarried(this, "annotations as objects");
  }

  @Override
  default <A extends Annotation> A[] getAnnotationsByType(Class<A> type) {
    throw notCarried(this, "annotations as objects");
  }

  @Override
  default List<? extends Element> getEnclosedElements() {
    return List.of();
  }
}
