package dev.kiln.testkit.arch;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What Kiln's compiled classes may do. Each rule returns its findings, one a line. */
final class ClassRules {
  /** Ways to the process around us; only settings and programs take them. */
  private static final Map<String, Set<String>> PROCESS =
      Map.of(
          "java.lang.System",
          Set.of("out", "err", "in", "getenv", "getProperty", "getProperties", "exit"),
          "java.lang.Boolean",
          Set.of("getBoolean"),
          "java.lang.Integer",
          Set.of("getInteger"),
          "java.lang.Long",
          Set.of("getLong"));

  private ClassRules() {}

  /** Only {@code …Settings} read the environment, only classes with a main method print. */
  static List<String> processAccess(Iterable<JavaClass> classes, Set<String> allowed) {
    var findings = new TreeSet<String>();
    for (JavaClass type : classes) {
      boolean settings = type.getSimpleName().endsWith("Settings");
      if (settings || isProgram(type) || allowed.contains(type.getName())) {
        continue;
      }
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        String owner = access.getTargetOwner().getName();
        boolean prints = access.getTarget().getFullName().endsWith(".printStackTrace()");
        if (prints || PROCESS.getOrDefault(owner, Set.of()).contains(access.getName())) {
          findings.add("%s uses %s".formatted(type.getName(), access.getTarget().getFullName()));
        }
      }
    }
    return List.copyOf(findings);
  }

  /** Reflection stays with the classes (or packages) of {@code allowed}. */
  static List<String> reflection(Iterable<JavaClass> classes, Set<String> allowed) {
    var findings = new TreeSet<String>();
    for (JavaClass type : classes) {
      boolean mayReflect = allowed.stream().anyMatch(type.getName()::startsWith);
      boolean reflects =
          type.getAccessesFromSelf().stream()
              .anyMatch(
                  access -> access.getTargetOwner().getPackageName().equals("java.lang.reflect"));
      if (reflects && !mayReflect) {
        findings.add(type.getName() + " uses reflection");
      }
    }
    return List.copyOf(findings);
  }

  /** A pass is a constant of a class without state: PASS, or one more beside it. */
  static List<String> statefulPasses(Iterable<JavaClass> classes) {
    var findings = new ArrayList<String>();
    for (JavaClass type : classes) {
      for (JavaField field : type.getFields()) {
        if (field.getRawType().getName().equals("dev.kiln.pass.Pass") && isOfAPass(type)) {
          checkPass(type, field, findings);
        }
      }
    }
    return findings;
  }

  private static void checkPass(JavaClass type, JavaField field, List<String> findings) {
    Set<JavaModifier> modifiers = field.getModifiers();
    boolean hasMain = type.tryGetField("PASS").isPresent();
    if (!hasMain || !modifiers.containsAll(Set.of(JavaModifier.STATIC, JavaModifier.FINAL))) {
      findings.add(field.getFullName() + " is a pass, so PASS, static and final");
    }
    for (JavaField other : type.getFields()) {
      if (!other.getModifiers().contains(JavaModifier.STATIC)) {
        findings.add(other.getFullName() + " is state in a pass");
      }
    }
  }

  private static boolean isOfAPass(JavaClass type) {
    return type.getPackageName().startsWith("dev.kiln.lower")
        || type.getPackageName().startsWith("dev.kiln.codegen");
  }

  private static boolean isProgram(JavaClass type) {
    return type.tryGetMethod("main", String[].class).isPresent();
  }
}
