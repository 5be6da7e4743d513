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
  private final Members members;
  private final CompilationUnit unit;
  private final TypeElement owner;
  private final Map<String, Meaning> meanings = new HashMap<>();

  /** The names seen from within {@code owner}, which is declared in {@code unit}. */
  public Lookup(Members members, CompilationUnit unit, TypeElement owner) {
    this.members = members;
    this.unit = unit;
    this.owner = owner;
  }

  /** The same unit seen from within another of its classes. */
  public Lookup within(TypeElement type) {
    return type.equals(owner) ? this : new Lookup(members, unit, type);
  }

  /** What a name that is no local variable stands for: a field before a type before a package. */
  public Meaning meaning(Name name) {
    return switch (name) {
      case SimpleName simple -> meanings.computeIfAbsent(simple.getIdentifier(), this::meaning);
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
        VariableElement field = members.fields(type).get(name);
        if (field != null) {
          yield new Meaning.OfField(field);
        }
        TypeElement nested = members.types(type).get(name);
        yield nested != null
            ? new Meaning.OfType(nested)
            : new Meaning.OfPackage(type.getQualifiedName() + "." + name);
      }
      case Meaning.OfPackage(String around) -> {
        TypeElement type = members.type(around + "." + name);
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
      VariableElement field = members.fields(around).get(name);
      if (field != null) {
        return field;
      }
    }
    for (boolean isOnDemand : new boolean[] {false, true}) {
      for (TypeElement imported : staticImports(name, isOnDemand)) {
        VariableElement field = members.fields(imported).get(name);
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
      TypeElement nested = members.types(around).get(name);
      if (nested != null) {
        return nested;
      }
    }
    TypeElement found = imported(name, /* isOnDemand= */ false);
    if (found == null) {
      found = members.type(packagePrefix() + name);
    }
    if (found == null) {
      found = imported(name, /* isOnDemand= */ true);
    }
    return found != null ? found : members.type("java.lang." + name);
  }

  private @Nullable TypeElement imported(String name, boolean isOnDemand) {
    for (ImportDeclaration declaration : imports()) {
      String imported = declaration.getName().getFullyQualifiedName();
      if (declaration.isOnDemand() != isOnDemand
          || !(isOnDemand || lastPart(imported).equals(name))) {
        continue;
      }
      TypeElement type = members.type(isOnDemand ? imported + "." + name : imported);
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
    return members.methods(type, name);
  }

  /**
   * Whether every variable and method of a simple name is known by now; if not, another processor
   * may still make a class that this one inherits from or imports them from.
   */
  public boolean isComplete() {
    return around().stream().allMatch(members::areComplete)
        && imports().stream()
            .filter(ImportDeclaration::isStatic)
            .allMatch(declaration -> members.type(importedType(declaration)) != null);
  }

  private static String importedType(ImportDeclaration declaration) {
    String imported = declaration.getName().getFullyQualifiedName();
    return declaration.isOnDemand() ? imported : imported.substring(0, imported.lastIndexOf('.'));
  }

  /** The names of fields and classes that could have been meant by an unknown name. */
  public Collection<String> variableNames() {
    Set<String> names = new LinkedHashSet<>();
    for (TypeElement type : visible()) {
      names.addAll(members.fields(type).keySet());
    }
    return names;
  }

  /** The names of methods that could have been meant by an unknown name. */
  public Collection<String> methodNames() {
    Set<String> names = new LinkedHashSet<>();
    for (TypeElement type : visible()) {
      names.addAll(members.methodNames(type));
    }
    return names;
  }

  private List<TypeElement> visible() {
    List<TypeElement> types = new ArrayList<>(around());
    for (ImportDeclaration declaration : imports()) {
      if (declaration.isStatic() && declaration.isOnDemand()) {
        TypeElement type = members.type(declaration.getName().getFullyQualifiedName());
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
      TypeElement element = members.type(importedType(declaration));
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
}
