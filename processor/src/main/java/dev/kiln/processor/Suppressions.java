package dev.kiln.processor;

import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Severity;
import java.util.List;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * The warnings that the user has turned off: those whose codes {@code @SuppressWarnings} names, at
 * the kernel or at a class around it.
 */
final class Suppressions {
  private Suppressions() {}

  static boolean suppresses(Element kernel, Code code) {
    if (code.severity() != Severity.WARNING) {
      return false;
    }
    for (@Nullable Element around = kernel; around != null; around = around.getEnclosingElement()) {
      SuppressWarnings names = around.getAnnotation(SuppressWarnings.class);
      if (names != null && List.of(names.value()).contains(code.id())) {
        return true;
      }
    }
    return false;
  }
}
