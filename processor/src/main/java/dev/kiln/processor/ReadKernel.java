package dev.kiln.processor;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.VariantIr;
import dev.kiln.processor.decl.DeclReader;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.frontend.Frontend;
import dev.kiln.processor.host.Reporter;
import dev.kiln.processor.host.SourceText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.jspecify.annotations.Nullable;

/** First step: from a method to its declaration and the tile IR of its variants. One a round. */
final class ReadKernel {
  private final ProcessingEnvironment environment;
  private final Reporter reporter;
  private final @Nullable Path dump;
  private final DeclReader declarations;
  private final Frontend frontend;
  private final Map<String, CompilationUnit> units = new HashMap<>();

  ReadKernel(
      ProcessingEnvironment environment,
      Reporter reporter,
      Set<String> backends,
      @Nullable Path dump) {
    this.environment = environment;
    this.dump = dump;
    this.reporter = reporter;
    this.declarations = new DeclReader(environment.getElementUtils(), backends);
    this.frontend = new Frontend(environment.getElementUtils());
  }

  KernelWork run(ExecutableElement element) {
    Diagnostics diagnostics = new Diagnostics();
    SourceText source = reporter.source(element);
    try {
      return read(element, source, diagnostics);
    } catch (RuntimeException | StackOverflowError failure) {
      String name = KernelWork.nameOf(element);
      String context = source == null ? "" : source.text();
      new Failures(dump, name)
          .report(failure, "front end", context, Loc.text("", 0, 0), diagnostics);
      return KernelWork.refused(element, source, diagnostics);
    }
  }

  private KernelWork read(
      ExecutableElement element, @Nullable SourceText source, Diagnostics diagnostics) {
    String name = element.getSimpleName().toString();
    if (source == null) {
      diagnostics.report(Code.NO_SOURCE, Loc.text("", 0, 0), name);
      return KernelWork.refused(element, null, diagnostics);
    }
    CompilationUnit unit =
        units.computeIfAbsent(
            source.text(), text -> Syntax.parse(source, environment.getSourceVersion()));
    MethodDeclaration method = Syntax.find(unit, element, source);
    if (method == null) {
      diagnostics.report(Code.SOURCE_MISMATCH, source.loc(0, 0), name);
      return KernelWork.refused(element, source, diagnostics);
    }
    KernelDecl decl = declarations.read(element, source, unit, method, diagnostics);
    return new KernelWork(element, source, decl, translate(decl, diagnostics), diagnostics);
  }

  private List<VariantIr> translate(@Nullable KernelDecl decl, Diagnostics diagnostics) {
    if (decl == null) {
      return List.of();
    }
    List<VariantIr> variants = new ArrayList<>();
    for (VariantDecl row : decl.variants()) {
      diagnostics.enterVariant(row.row());
      Kernel tile = frontend.translate(decl, row, diagnostics);
      if (tile != null) {
        variants.add(new VariantIr(row.index(), row.row(), row.target(), tile));
      }
    }
    diagnostics.leaveVariant();
    return variants;
  }
}
