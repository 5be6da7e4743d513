package dev.kiln.processor.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** The classes as the compiler itself gives them. */
public final class CompilerClasses implements Classes {
  private final Elements elements;
  private final Map<TypeElement, Map<String, List<ExecutableElement>>> methods = new HashMap<>();

  /** Reads from the compiler's model. */
  public CompilerClasses(Elements elements) {
    this.elements = elements;
  }

  @Override
  public @Nullable TypeElement type(String canonicalName) {
    return elements.getTypeElement(canonicalName);
  }

  @Override
  public Set<String> methodNames(TypeElement type) {
    return methods(type).keySet();
  }

  @Override
  public List<ExecutableElement> methods(TypeElement type, String name) {
    return methods(type).getOrDefault(name, List.of());
  }

  private Map<String, List<ExecutableElement>> methods(TypeElement type) {
    Map<String, List<ExecutableElement>> known = methods.get(type);
    if (known != null) {
      return known;
    }
    Map<String, List<ExecutableElement>> found = new LinkedHashMap<>();
    for (ExecutableElement method : ElementFilter.methodsIn(elements.getAllMembers(type))) {
      found
          .computeIfAbsent(method.getSimpleName().toString(), name -> new ArrayList<>())
          .add(method);
    }
    methods.put(type, found);
    return found;
  }

  @Override
  public boolean sees(TypeElement from, String canonicalName) {
    ModuleElement module = elements.getModuleOf(from);
    return module != null && elements.getTypeElement(module, canonicalName) != null;
  }
}
