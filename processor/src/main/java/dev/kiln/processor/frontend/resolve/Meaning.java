package dev.kiln.processor.frontend.resolve;

import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** What a possibly qualified name stands for when it is no local variable. */
public sealed interface Meaning {

  /** A field. */
  record OfField(VariableElement field) implements Meaning {}

  /** A class or interface. */
  record OfType(TypeElement type) implements Meaning {}

  /** A package, or nothing that is known: packages need not be declared anywhere. */
  record OfPackage(String name) implements Meaning {}
}
