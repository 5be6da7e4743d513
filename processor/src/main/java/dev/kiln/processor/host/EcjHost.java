package dev.kiln.processor.host;

import dev.kiln.ir.Loc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * ecj, as a batch compiler and within Eclipse: an element knows its declaration, and that its unit,
 * whose text and problem list are reached by reflection on the objects at hand. Nothing here links
 * to ecj's classes: the compiler's copy and the processor's own parser are different classes.
 *
 * <p>Held from ecj 3.33 to 3.46.100. When a step is missing the caller falls back to the element.
 */
final class EcjHost implements Host {
  private static final String ENVIRONMENT = "apt.dispatch.BaseProcessingEnvImpl";

  private final ProcessingEnvironment ecj;
  private final String prefix;

  EcjHost(ProcessingEnvironment ecj) {
    this.ecj = ecj;
    String found = prefix(ecj);
    if (found == null) {
      throw new IllegalArgumentException(ecj.getClass() + " is not ecj's");
    }
    this.prefix = found;
  }

  static boolean isEcj(ProcessingEnvironment environment) {
    return prefix(environment) != null;
  }

  /**
   * The prefix of the compiler's internal packages, taken from its own class name: a literal of it
   * here would be rewritten when the processor's own parser is relocated.
   */
  private static @Nullable String prefix(ProcessingEnvironment environment) {
    for (Class<?> c = environment.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getName().endsWith(".internal.compiler." + ENVIRONMENT)) {
        return c.getName().substring(0, c.getName().length() - ENVIRONMENT.length());
      }
    }
    return null;
  }

  @Override
  public @Nullable SourceText source(Element element) {
    try {
      Object declaration = declaration(element);
      if (declaration == null) {
        return null;
      }
      Object result = call(declaration, "compilationResult");
      Method contents = field(result, "compilationUnit").getClass().getMethod("getContents");
      contents.setAccessible(true);
      char[] text = (char[]) contents.invoke(field(result, "compilationUnit"));
      String file = new String((char[]) field(result, "fileName"));
      int anchor = (int) field(declaration, "declarationSourceStart");
      return new SourceText(Sources.simpleName(file), new String(text), anchor);
    } catch (ReflectiveOperationException | RuntimeException otherVersion) {
      return null;
    }
  }

  @Override
  public Placement placement(Element element, Loc loc) {
    return element instanceof ExecutableElement ? Placement.EXACT : Placement.ELEMENT;
  }

  @Override
  public boolean report(Diagnostic.Kind kind, String message, Element element, Loc loc) {
    try {
      Object declaration = declaration(element);
      if (declaration == null) {
        return false;
      }
      Object problem = problem(kind, message, declaration, loc);
      if (ecj.getMessager().getClass().getSimpleName().equals("BatchMessagerImpl")) {
        addToBatch(kind, problem);
      } else {
        addToUnit(declaration, problem);
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException otherVersion) {
      return false;
    }
  }

  /** The syntax of a method: its element holds a binding, and that its declaration. */
  private static @Nullable Object declaration(Element element) throws ReflectiveOperationException {
    return element instanceof ExecutableElement
        ? call(field(element, "_binding"), "sourceMethod")
        : null;
  }

  private Object problem(Diagnostic.Kind kind, String message, Object declaration, Loc loc)
      throws ReflectiveOperationException {
    ClassLoader loader = declaration.getClass().getClassLoader();
    Class<?> severities = Class.forName(prefix + "problem.ProblemSeverities", false, loader);
    String severity =
        switch (kind) {
          case ERROR -> "Error";
          case WARNING, MANDATORY_WARNING -> "Warning";
          case NOTE, OTHER -> "Info";
        };
    Constructor<?> constructor =
        Class.forName(prefix + "apt.dispatch.AptProblem", false, loader)
            .getConstructor(
                Class.forName(prefix + "impl.ReferenceContext", false, loader),
                char[].class,
                String.class,
                int.class,
                String[].class,
                int.class,
                int.class,
                int.class,
                int.class,
                int.class);
    return constructor.newInstance(
        declaration,
        field(call(declaration, "compilationResult"), "fileName"),
        message,
        0,
        new String[0],
        severities.getField(severity).getInt(null),
        loc.start(),
        loc.end() - 1,
        loc.line(),
        loc.column());
  }

  /** As ecj's own batch messager does: raise the error flag, then hand the problem over. */
  private void addToBatch(Diagnostic.Kind kind, Object problem)
      throws ReflectiveOperationException {
    if (kind == Diagnostic.Kind.ERROR) {
      Method raise = declared(ecj.getClass(), "setErrorRaised", boolean.class);
      raise.setAccessible(true);
      raise.invoke(ecj, true);
    }
    Messager messager = ecj.getMessager();
    Object compiler = field(messager, "_compiler");
    compiler
        .getClass()
        .getMethod("addExtraProblems", categorized(problem))
        .invoke(compiler, problem);
  }

  /** As Eclipse's own messager does: record the problem with its unit. */
  private void addToUnit(Object declaration, Object problem) throws ReflectiveOperationException {
    Class<?> context =
        Class.forName(
            prefix + "impl.ReferenceContext", false, declaration.getClass().getClassLoader());
    Object result = call(declaration, "compilationResult");
    result
        .getClass()
        .getMethod("record", categorized(problem), context)
        .invoke(result, problem, declaration);
  }

  private static Class<?> categorized(Object problem) throws ClassNotFoundException {
    for (Class<?> c = problem.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getSimpleName().equals("CategorizedProblem")) {
        return c;
      }
    }
    throw new ClassNotFoundException("CategorizedProblem");
  }

  private static Object call(Object object, String method) throws ReflectiveOperationException {
    Object result = object.getClass().getMethod(method).invoke(object);
    if (result == null) {
      throw new NoSuchMethodException(method + " gave nothing");
    }
    return result;
  }

  private static Object field(Object object, String name) throws ReflectiveOperationException {
    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(object);
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  private static Method declared(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && java.util.Arrays.equals(method.getParameterTypes(), parameters)) {
          return method;
        }
      }
    }
    throw new NoSuchMethodException(name);
  }
}
