package dev.kiln.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Kernels that wait for a type or a constant that another processor has still to make. Kept by
 * names: elements live for one round only.
 */
final class WaitingKernels {
  /** A method: its class, and its number among the methods written there. */
  private record Key(String owner, int number) {}

  private List<Key> waiting = new ArrayList<>();

  void add(ExecutableElement kernel) {
    TypeElement owner = (TypeElement) Objects.requireNonNull(kernel.getEnclosingElement());
    waiting.add(
        new Key(
            owner.getQualifiedName().toString(),
            ElementFilter.methodsIn(owner.getEnclosedElements()).indexOf(kernel)));
  }

  /** The kernels that waited, as elements of this round; none waits any longer. */
  List<ExecutableElement> take(Elements elements) {
    List<Key> due = waiting;
    waiting = new ArrayList<>();
    List<ExecutableElement> kernels = new ArrayList<>();
    for (Key key : due) {
      TypeElement owner = elements.getTypeElement(key.owner());
      if (owner != null) {
        kernels.add(ElementFilter.methodsIn(owner.getEnclosedElements()).get(key.number()));
      }
    }
    return kernels;
  }
}
