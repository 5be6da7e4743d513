package dev.kiln.processor.host;

import dev.kiln.ir.Loc;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** A compiler that can show findings at any expression. */
interface Host {

  /** The text of the unit that declares {@code element}; null when it cannot tell. */
  @Nullable SourceText source(Element element);

  /**
   * Where {@code loc} would be shown.
   *
   * @param element declared in the same unit as {@code loc}
   */
  Placement placement(Element element, Loc loc);

  /** Shows a message at {@code loc}; false when it cannot, and nothing was shown. */
  boolean report(Diagnostic.Kind kind, String message, Element element, Loc loc);

  /** How well a compiler can show a place. */
  enum Placement {
    /** At the very expression. */
    EXACT,
    /** At an expression around it. */
    ENCLOSING,
    /** Only at the element. */
    ELEMENT
  }
}
