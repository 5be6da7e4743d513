package dev.kiln.processor.frontend.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * The members of classes by name, inherited ones too. Each class is read once, which is what makes
 * looking names up cheap. Lives for one round of the compiler.
 */
public final class Members {
  private final Elements elements;
  private final Map<TypeElement, Map<String, VariableElement>> fields = new HashMap<>();
  private final Map<TypeElement, Map<String, TypeElement>> types = new HashMap<>();
  private final Map<TypeElement, Map<String, List<ExecutableElement>>> methods = new HashMap<>();
  private final Map<String, List<TypeElement>> named = new HashMap<>();

  /** Reads members from the compiler's model. */
  public Members(Elements elements) {
    this.elements = elements;
  }

  /** The class with a canonical name; null when there is none. */
  @Nullable TypeElement type(String name) {
    List<TypeElement> found =
        named.computeIfAbsent(
            name,
            unknown -> {
              TypeElement type = elements.getTypeElement(unknown);
              return type == null ? List.of() : List.of(type);
            });
    return found.isEmpty() ? null : found.getFirst();
  }

  /** The fields that {@code type} declares or else inherits. */
  Map<String, VariableElement> fields(TypeElement type) {
    Map<String, VariableElement> known = fields.get(type);
    if (known != null) {
      return known;
    }
    Map<String, VariableElement> found = new HashMap<>();
    ElementFilter.fieldsIn(type.getEnclosedElements())
        .forEach(field -> found.putIfAbsent(field.getSimpleName().toString(), field));
    for (TypeElement parent : parents(type)) {
      fields(parent)
          .forEach(
              (name, field) -> {
                if (!field.getModifiers().contains(Modifier.PRIVATE)) {
                  found.putIfAbsent(name, field);
                }
              });
    }
    fields.put(type, found);
    return found;
  }

  /** The member classes that {@code type} declares or else inherits. */
  Map<String, TypeElement> types(TypeElement type) {
    Map<String, TypeElement> known = types.get(type);
    if (known != null) {
      return known;
    }
    Map<String, TypeElement> found = new HashMap<>();
    ElementFilter.typesIn(type.getEnclosedElements())
        .forEach(nested -> found.putIfAbsent(nested.getSimpleName().toString(), nested));
    for (TypeElement parent : parents(type)) {
      types(parent)
          .forEach(
              (name, nested) -> {
                if (!nested.getModifiers().contains(Modifier.PRIVATE)) {
                  found.putIfAbsent(name, nested);
                }
              });
    }
    types.put(type, found);
    return found;
  }

  /** The methods of {@code type}, inherited ones too. */
  Map<String, List<ExecutableElement>> methods(TypeElement type) {
    return methods.computeIfAbsent(
        type,
        unread -> {
          Map<String, List<ExecutableElement>> found = new HashMap<>();
          for (ExecutableElement method : ElementFilter.methodsIn(elements.getAllMembers(unread))) {
            found
                .computeIfAbsent(method.getSimpleName().toString(), name -> new ArrayList<>())
                .add(method);
          }
          return found;
        });
  }

  private static List<TypeElement> parents(TypeElement type) {
    List<TypeMirror> mirrors = new ArrayList<>();
    mirrors.add(type.getSuperclass());
    mirrors.addAll(type.getInterfaces());
    List<TypeElement> parents = new ArrayList<>();
    for (TypeMirror mirror : mirrors) {
      if (mirror instanceof DeclaredType declared
          && declared.asElement() instanceof TypeElement parent) {
        parents.add(parent);
      }
    }
    return parents;
  }
}
