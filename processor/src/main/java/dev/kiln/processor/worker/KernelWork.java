package dev.kiln.processor.worker;

import dev.kiln.processor.compile.LoweredKernel;
import dev.kiln.processor.compile.VariantIr;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.diagnostics.Severity;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * One kernel between the steps of a round: what has been made of it and what was found.
 *
 * @param decl the declaration; null when it was refused
 * @param variants the IR of each variant; empty when the body was refused
 */
record KernelWork(
    ExecutableElement element,
    @Nullable KernelDecl decl,
    List<VariantIr> variants,
    Diagnostics diagnostics) {
  private static final Set<Code> ABOUT_NAMES =
      EnumSet.of(Code.UNKNOWN_NAME, Code.UNKNOWN_METHOD, Code.UNSUPPORTED_TYPE);

  /** A kernel of which nothing could be made. */
  static KernelWork refused(ExecutableElement element, Diagnostics diagnostics) {
    return new KernelWork(element, null, List.of(), diagnostics);
  }

  /** The method's qualified name, with the binary name of its class. */
  String name() {
    return decl == null ? nameOf(element) : decl.owner() + "." + decl.name();
  }

  /** The method's qualified name as in Java. */
  static String nameOf(ExecutableElement element) {
    return element.getEnclosingElement() + "." + element.getSimpleName();
  }

  /** Whether nothing is wrong but names that another processor may still declare. */
  boolean mayResolveLater() {
    return diagnostics.hasErrors()
        && !diagnostics.areSettled()
        && diagnostics.all().stream()
            .filter(found -> found.code().severity() == Severity.ERROR)
            .allMatch(found -> ABOUT_NAMES.contains(found.code()));
  }

  /**
   * A kernel that has left the passes; null when it was refused.
   *
   * @param start when the passes began, by the clock of {@link System#nanoTime}
   */
  record Lowered(KernelWork work, @Nullable LoweredKernel kernel, long start) {}
}
