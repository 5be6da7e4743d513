package dev.kiln.processor.host;

import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Finds the source text of an element: the compiler's own copy first, then files. */
final class Sources {
  private Sources() {}

  /** The text from the first host that has it; null when none has. */
  static @Nullable SourceText find(Element element, Iterable<Host> hosts) {
    for (Host host : hosts) {
      SourceText text = host.source(element);
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  /** The last part of a path or URI. */
  static String simpleName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
