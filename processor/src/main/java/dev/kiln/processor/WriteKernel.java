package dev.kiln.processor;

import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.CompiledKernel;
import dev.kiln.processor.compile.LoweredKernel;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.emit.KernelFiles;
import dev.kiln.processor.host.Reporter;
import java.io.IOException;
import java.nio.file.Path;
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
  private final Reporter reporter;
  private final KernelFiles files;
  private final Launchers launchers;
  private final @Nullable Path dump;

  /** Which kernels want which launcher. Lives for the whole compilation. */
  static final class Launchers {
    private final Map<String, List<String>> kernels = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    private void want(String launcher, String kernel) {
      kernels.computeIfAbsent(launcher, name -> new ArrayList<>()).add(kernel);
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

  WriteKernel(
      ProcessingEnvironment environment,
      Reporter reporter,
      Launchers launchers,
      @Nullable Path dump) {
    this.reporter = reporter;
    this.dump = dump;
    this.files = new KernelFiles(environment.getFiler(), environment.getElementUtils());
    this.launchers = launchers;
  }

  /** Makes what does not depend on artifacts; null when the kernel was refused or Kiln failed. */
  KernelFiles.@Nullable Texts texts(KernelWork.Lowered lowered) {
    KernelDecl decl = lowered.work().decl();
    LoweredKernel kernel = lowered.kernel();
    if (decl == null || kernel == null) {
      return null;
    }
    try {
      return files.texts(decl, kernel.variants());
    } catch (RuntimeException | StackOverflowError failure) {
      KernelWork work = lowered.work();
      new Failures(dump, work.name())
          .report(failure, "launcher", work.name(), name(work), work.diagnostics());
      return null;
    }
  }

  /** Says that a kernel of this round wants its launcher. To be said of all before one is run. */
  void want(ExecutableElement kernel) {
    launchers.want(files.launcherOf(kernel), KernelWork.nameOf(kernel));
  }

  void run(KernelWork.Done done, KernelFiles.@Nullable Texts texts) {
    KernelWork work = done.work();
    work.diagnostics().all().forEach(found -> show(found, work));
    String launcher = files.launcherOf(work.element());
    String other = launchers.other(launcher, KernelWork.nameOf(work.element()));
    if (other != null) {
      show(clash(work, launcher, "that of kernel '" + other + "'"), work);
    }
    if (launchers.take(launcher)) {
      write(other == null ? done : new KernelWork.Done(work, null), texts, launcher);
    }
  }

  private void write(KernelWork.Done done, KernelFiles.@Nullable Texts texts, String launcher) {
    KernelWork work = done.work();
    KernelDecl decl = work.decl();
    CompiledKernel compiled = done.compiled();
    try {
      if (decl == null || compiled == null || texts == null) {
        files.writeFailed(work.element());
      } else {
        files.write(decl, compiled, texts);
      }
    } catch (FilerException taken) {
      show(clash(work, launcher, "another class of this build"), work);
    } catch (IOException unwritable) {
      String reason = String.valueOf(unwritable.getMessage());
      show(Diagnostic.of(Code.WRITE_FAILED, name(work), launcher, reason), work);
    }
  }

  private static Diagnostic clash(KernelWork work, String launcher, String other) {
    return Diagnostic.of(Code.LAUNCHER_CLASH, name(work), launcher, other);
  }

  /** The method's name in the source; nowhere when that was not read. */
  private static Loc name(KernelWork work) {
    KernelDecl decl = work.decl();
    return decl == null ? Loc.text("", 0, 0) : Syntax.loc(decl.source(), decl.method().getName());
  }

  private void show(Diagnostic found, KernelWork work) {
    if (work.source() == null || found.loc().end() == 0) {
      reporter.report(found, work.element());
    } else {
      reporter.report(found, work.element(), work.source());
    }
  }
}
