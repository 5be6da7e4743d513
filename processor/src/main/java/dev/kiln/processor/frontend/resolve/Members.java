package dev.kiln.processor.frontend.resolve;

import dev.kiln.processor.model.Classes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * The members of classes by name, inherited ones too. Each class is read once, which is what makes
 * looking names up cheap. Lives for one round of the compiler.
 */
public final class Members {
  private final Classes classes;
  private final Map<TypeElement, Map<String, VariableElement>> fields = new HashMap<>();
  private final Map<TypeElement, Map<String, TypeElement>> types = new HashMap<>();
  private final Map<String, List<TypeElement>> named = new HashMap<>();

  /** Reads members of the classes that the compiler sees. */
  public Members(Classes classes) {
    this.classes = classes;
  }

  /** The class with a canonical name; null when there is none. */
  @Nullable TypeElement type(String name) {
    List<TypeElement> found =
        named.computeIfAbsent(
            name,
            unknown -> {
              TypeElement type = classes.type(unknown);
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

  /** The names of the methods of {@code type}, inherited ones too. */
  Set<String> methodNames(TypeElement type) {
    return classes.methodNames(type);
  }

  /** The methods of {@code type} with a name, inherited ones too. */
  List<ExecutableElement> methods(TypeElement type, String name) {
    return classes.methods(type, name);
  }

  /** Whether all that {@code type} inherits from is known by now. */
  boolean areComplete(TypeElement type) {
    return supertypes(type).stream().noneMatch(mirror -> mirror.getKind() == TypeKind.ERROR)
        && parents(type).stream().allMatch(this::areComplete);
  }

  private static List<TypeMirror> supertypes(TypeElement type) {
    List<TypeMirror> mirrors = new ArrayList<>();
    mirrors.add(type.getSuperclass());
    mirrors.addAll(type.getInterfaces());
    return mirrors;
  }

  private static List<TypeElement> parents(TypeElement type) {
    List<TypeElement> parents = new ArrayList<>();
    for (TypeMirror mirror : supertypes(type)) {
      if (mirror instanceof DeclaredType declared
          && declared.asElement() instanceof TypeElement parent) {
        parents.add(parent);
      }
    }
    return parents;
  }
}
