package dev.kiln.processor.emit;

import java.util.Objects;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;

/** What the launcher of a kernel is called: by its method, in its package. */
public final class LauncherName {
  private LauncherName() {}

  /** The qualified name. */
  public static String of(ExecutableElement kernel) {
    String around = packageOf(kernel);
    return around.isEmpty() ? simpleOf(kernel) : around + "." + simpleOf(kernel);
  }

  static String simpleOf(ExecutableElement kernel) {
    String method = kernel.getSimpleName().toString();
    return Character.toUpperCase(method.charAt(0)) + method.substring(1) + "Kernel";
  }

  static String packageOf(ExecutableElement kernel) {
    Element around = kernel;
    while (!(around instanceof PackageElement)) {
      around = Objects.requireNonNull(around.getEnclosingElement());
    }
    return ((PackageElement) around).getQualifiedName().toString();
  }
}
