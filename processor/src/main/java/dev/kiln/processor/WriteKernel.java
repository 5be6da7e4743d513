package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.emit.KernelTexts;
import dev.kiln.processor.emit.LauncherName;
import dev.kiln.processor.host.Reporter;
import dev.kiln.processor.host.SourceText;
import dev.kiln.processor.model.CompilerClasses;
import dev.kiln.processor.worker.KernelReply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Last step: shows the findings of a kernel and writes its files. One a round. */
final class WriteKernel {
  private final ProcessingEnvironment environment;
  private final Reporter reporter;
  private final Launchers launchers;

  /** Which kernels want which launcher. Lives for the whole compilation. */
  static final class Launchers {
    private final Map<String, List<String>> kernels = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    private void want(String launcher, String kernel) {
      kernels.computeIfAbsent(launcher, name -> new ArrayList<>()).add(kernel);
    }

    private void forget(String launcher, String kernel) {
      kernels.getOrDefault(launcher, new ArrayList<>()).remove(kernel);
    }

    /** Another kernel that wants it, which may be one of the same name; null when none does. */
    private @Nullable String other(String launcher, String kernel) {
      List<String> others = new ArrayList<>(kernels.getOrDefault(launcher, List.of()));
      others.remove(kernel);
      return others.isEmpty() ? null : others.getFirst();
    }

    /** Whether it was free until now. */
    private boolean take(String launcher) {
      return taken.add(launcher);
    }
  }

  WriteKernel(ProcessingEnvironment environment, Reporter reporter, Launchers launchers) {
    this.environment = environment;
    this.reporter = reporter;
    this.launchers = launchers;
  }

  /** Says that a kernel of this round wants its launcher. To be said of all before one is run. */
  void want(ExecutableElement kernel) {
    launchers.want(LauncherName.of(kernel), nameOf(kernel));
  }

  /** Takes back that a kernel of this round wants its launcher: it waits for another round. */
  void forget(ExecutableElement kernel) {
    launchers.forget(LauncherName.of(kernel), nameOf(kernel));
  }

  private static String nameOf(ExecutableElement kernel) {
    return kernel.getEnclosingElement() + "." + kernel.getSimpleName();
  }

  /**
   * Shows and writes one kernel.
   *
   * @param source the text that declares it; null when it was not read
   */
  void run(ExecutableElement kernel, @Nullable SourceText source, KernelReply reply) {
    List<Diagnostic> findings = new ArrayList<>(reply.findings());
    String launcher = LauncherName.of(kernel);
    String other = launchers.other(launcher, nameOf(kernel));
    if (other != null) {
      findings.add(clash(reply, launcher, "that of kernel '" + other + "'"));
    }
    if (launchers.take(launcher)) {
      try {
        write(kernel, other == null ? reply.files() : null);
      } catch (FilerException taken) {
        findings.add(clash(reply, launcher, "another class of this build"));
      } catch (IOException unwritable) {
        String reason = String.valueOf(unwritable.getMessage());
        findings.add(Diagnostic.of(Code.WRITE_FAILED, name(reply), launcher, reason));
      }
    }
    findings.removeIf(finding -> Suppressions.suppresses(kernel, finding.code()));
    findings.forEach(finding -> reporter.report(finding, kernel, source));
  }

  private void write(ExecutableElement kernel, @Nullable KernelFiles files) throws IOException {
    KernelFiles written = files;
    if (written == null) {
      KernelTexts texts = new KernelTexts(new CompilerClasses(environment.getElementUtils()));
      written = new KernelFiles(texts.failedLauncher(kernel), "", List.of());
    }
    written.write(environment.getFiler(), kernel);
  }

  private static Diagnostic clash(KernelReply reply, String launcher, String other) {
    return Diagnostic.of(Code.LAUNCHER_CLASH, name(reply), launcher, other);
  }

  private static Loc name(KernelReply reply) {
    return reply.name() == null ? Loc.text("", 0, 0) : reply.name();
  }
}
