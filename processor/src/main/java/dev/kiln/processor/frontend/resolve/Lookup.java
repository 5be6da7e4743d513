package dev.kiln.processor.frontend.resolve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.ImportDeclaration;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.jspecify.annotations.Nullable;

/**
 * Names as they are seen from within one class: members of the class and of those around it, then
 * single imports, the package, imports on demand and {@code java.lang} (JLS 6.4.1, 6.5). Local
 * variables come before all of these and are not known here.
 *
 * <p>Lives for one round of the compiler, as its elements do.
 */
public final class Lookup {
  private final Elements elements;
  private final CompilationUnit unit;
  private final TypeElement owner;
  private final Map<String, List<ExecutableElement>> methods = new HashMap<>();

  /** The names seen from within {@code owner}, which is declared in {@code unit}. */
  public Lookup(Elements elements, CompilationUnit unit, TypeElement owner) {
    this.elements = elements;
    this.unit = unit;
    this.owner = owner;
  }

  /** The same unit seen from within another of its classes. */
  public Lookup within(TypeElement type) {
    return new Lookup(elements, unit, type);
  }

  /** What a name that is no local variable stands for: a field before a type before a package. */
  public Meaning meaning(Name name) {
    return switch (name) {
      case SimpleName simple -> meaning(simple.getIdentifier());
      case QualifiedName qualified ->
          member(meaning(qualified.getQualifier()), qualified.getName().getIdentifier());
      default -> new Meaning.OfPackage(name.getFullyQualifiedName());
    };
  }

  private Meaning meaning(String name) {
    VariableElement field = field(name);
    if (field != null) {
      return new Meaning.OfField(field);
    }
    TypeElement type = type(name);
    return type != null ? new Meaning.OfType(type) : new Meaning.OfPackage(name);
  }

  private Meaning member(Meaning outer, String name) {
    return switch (outer) {
      case Meaning.OfType(TypeElement type) -> {
        VariableElement field = field(type, name);
        if (field != null) {
          yield new Meaning.OfField(field);
        }
        TypeElement nested = nested(type, name);
        yield nested != null
            ? new Meaning.OfType(nested)
            : new Meaning.OfPackage(type.getQualifiedName() + "." + name);
      }
      case Meaning.OfPackage(String around) -> {
        TypeElement type = elements.getTypeElement(around + "." + name);
        yield type != null ? new Meaning.OfType(type) : new Meaning.OfPackage(around + "." + name);
      }
      case Meaning.OfField(VariableElement field) ->
          field.asType() instanceof DeclaredType declared
                  && declared.asElement() instanceof TypeElement type
              ? member(new Meaning.OfType(type), name)
              : new Meaning.OfPackage(field.getSimpleName() + "." + name);
    };
  }

  /** The field of a simple name; null when there is none. */
  private @Nullable VariableElement field(String name) {
    for (TypeElement around : around()) {
      VariableElement field = field(around, name);
      if (field != null) {
        return field;
      }
    }
    for (boolean isOnDemand : new boolean[] {false, true}) {
      for (TypeElement imported : staticImports(name, isOnDemand)) {
        VariableElement field = field(imported, name);
        if (field != null && field.getModifiers().contains(Modifier.STATIC)) {
          return field;
        }
      }
    }
    return null;
  }

  /** The class of a simple name; null when there is none. */
  private @Nullable TypeElement type(String name) {
    for (TypeElement around : around()) {
      if (around.getSimpleName().contentEquals(name)) {
        return around;
      }
      TypeElement nested = nested(around, name);
      if (nested != null) {
        return nested;
      }
    }
    TypeElement found = imported(name, /* isOnDemand= */ false);
    if (found == null) {
      found = elements.getTypeElement(packagePrefix() + name);
    }
    if (found == null) {
      found = imported(name, /* isOnDemand= */ true);
    }
    return found != null ? found : elements.getTypeElement("java.lang." + name);
  }

  private @Nullable TypeElement imported(String name, boolean isOnDemand) {
    for (ImportDeclaration declaration : imports()) {
      String imported = declaration.getName().getFullyQualifiedName();
      if (declaration.isOnDemand() != isOnDemand
          || !(isOnDemand || lastPart(imported).equals(name))) {
        continue;
      }
      TypeElement type = elements.getTypeElement(isOnDemand ? imported + "." + name : imported);
      if (type != null) {
        return type;
      }
    }
    return null;
  }

  /**
   * The methods that a call of a simple name chooses from: those of the innermost class that has
   * any of that name, else the imported ones (JLS 15.12.1).
   */
  public List<ExecutableElement> methods(String name) {
    return methods.computeIfAbsent(name, this::findMethods);
  }

  private List<ExecutableElement> findMethods(String name) {
    for (TypeElement around : around()) {
      List<ExecutableElement> found = methods(around, name);
      if (!found.isEmpty()) {
        return found;
      }
    }
    for (boolean isOnDemand : new boolean[] {false, true}) {
      List<ExecutableElement> found = new ArrayList<>();
      for (TypeElement imported : staticImports(name, isOnDemand)) {
        found.addAll(methods(imported, name));
      }
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /** The methods of a type with a name, inherited ones too. */
  public List<ExecutableElement> methods(TypeElement type, String name) {
    return ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
        .filter(method -> method.getSimpleName().contentEquals(name))
        .toList();
  }

  /** The names of fields and classes that could have been meant by an unknown name. */
  public Collection<String> variableNames() {
    Set<String> names = new LinkedHashSet<>();
    for (TypeElement type : visible()) {
      for (VariableElement field : ElementFilter.fieldsIn(elements.getAllMembers(type))) {
        names.add(field.getSimpleName().toString());
      }
    }
    return names;
  }

  /** The names of methods that could have been meant by an unknown name. */
  public Collection<String> methodNames() {
    Set<String> names = new LinkedHashSet<>();
    for (TypeElement type : visible()) {
      for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
        names.add(method.getSimpleName().toString());
      }
    }
    return names;
  }

  private List<TypeElement> visible() {
    List<TypeElement> types = new ArrayList<>(around());
    for (ImportDeclaration declaration : imports()) {
      if (declaration.isStatic() && declaration.isOnDemand()) {
        TypeElement type = elements.getTypeElement(declaration.getName().getFullyQualifiedName());
        if (type != null) {
          types.add(type);
        }
      }
    }
    return types;
  }

  /** The class and those around it, from the inside out. */
  private List<TypeElement> around() {
    List<TypeElement> around = new ArrayList<>();
    for (Element element = owner;
        element instanceof TypeElement type;
        element = element.getEnclosingElement()) {
      around.add(type);
    }
    return around;
  }

  /** The classes whose static members of a name are imported. */
  private List<TypeElement> staticImports(String name, boolean isOnDemand) {
    List<TypeElement> types = new ArrayList<>();
    for (ImportDeclaration declaration : imports()) {
      String imported = declaration.getName().getFullyQualifiedName();
      if (!declaration.isStatic() || declaration.isOnDemand() != isOnDemand) {
        continue;
      }
      if (!isOnDemand && !lastPart(imported).equals(name)) {
        continue;
      }
      String type = isOnDemand ? imported : imported.substring(0, imported.lastIndexOf('.'));
      TypeElement element = elements.getTypeElement(type);
      if (element != null) {
        types.add(element);
      }
    }
    return types;
  }

  private List<ImportDeclaration> imports() {
    List<ImportDeclaration> imports = new ArrayList<>();
    for (Object declaration : unit.imports()) {
      imports.add((ImportDeclaration) declaration);
    }
    return imports;
  }

  private String packagePrefix() {
    return unit.getPackage() == null
        ? ""
        : unit.getPackage().getName().getFullyQualifiedName() + ".";
  }

  private static String lastPart(String qualified) {
    return qualified.substring(qualified.lastIndexOf('.') + 1);
  }

  /** A field that {@code type} declares or else inherits. */
  private static @Nullable VariableElement field(TypeElement type, String name) {
    for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
      if (field.getSimpleName().contentEquals(name)) {
        return field;
      }
    }
    for (TypeElement parent : parents(type)) {
      VariableElement field = field(parent, name);
      if (field != null && !field.getModifiers().contains(Modifier.PRIVATE)) {
        return field;
      }
    }
    return null;
  }

  /** A member class that {@code type} declares or else inherits. */
  private static @Nullable TypeElement nested(TypeElement type, String name) {
    for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
      if (nested.getSimpleName().contentEquals(name)) {
        return nested;
      }
    }
    for (TypeElement parent : parents(type)) {
      TypeElement nested = nested(parent, name);
      if (nested != null && !nested.getModifiers().contains(Modifier.PRIVATE)) {
        return nested;
      }
    }
    return null;
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
