package dev.kiln.processor.model;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The classes that a compiler sees, as far as kernels name them. Lives for one round. */
public interface Classes {
  /** The class with a canonical name; null when there is none. */
  @Nullable TypeElement type(String canonicalName);

  /** The names of a class's methods, inherited ones too. */
  Set<String> methodNames(TypeElement type);

  /** The methods of a class with a name, inherited ones too. */
  List<ExecutableElement> methods(TypeElement type, String name);

  /** Whether the module of {@code from} sees the class with a canonical name. */
  boolean sees(TypeElement from, String canonicalName);
}
