package dev.kiln.processor.worker;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.Failures;
import dev.kiln.processor.compile.VariantIr;
import dev.kiln.processor.decl.DeclReader;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.frontend.Frontend;
import dev.kiln.processor.host.SourceText;
import dev.kiln.processor.model.RemoteClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.jspecify.annotations.Nullable;

/** First step: from a method to its declaration and the tile IR of its variants. One a round. */
final class ReadKernel {
  private final RoundRequest request;
  private final RemoteClasses classes;
  private final @Nullable Path dump;
  private final DeclReader declarations;
  private final Frontend frontend;
  private final Map<Integer, CompilationUnit> units = new HashMap<>();

  ReadKernel(
      RoundRequest request, RemoteClasses classes, Set<String> targets, @Nullable Path dump) {
    this.request = request;
    this.classes = classes;
    this.dump = dump;
    this.declarations = new DeclReader(targets);
    this.frontend = new Frontend(classes);
  }

  KernelWork run(RoundRequest.KernelMethod kernel) {
    Diagnostics diagnostics = new Diagnostics();
    ExecutableElement element = classes.method(kernel.method());
    RoundRequest.Source unit = request.sources().get(kernel.source());
    SourceText source = new SourceText(unit.file(), unit.text(), kernel.anchor());
    KernelWork work =
        new Failures(dump, KernelWork.nameOf(element))
            .guard(
                "front end",
                unit.text(),
                Loc.text("", 0, 0),
                diagnostics,
                () -> read(element, source, kernel.source(), diagnostics));
    return work == null ? KernelWork.refused(element, diagnostics) : work;
  }

  private KernelWork read(
      ExecutableElement element, SourceText source, int number, Diagnostics diagnostics) {
    String name = element.getSimpleName().toString();
    CompilationUnit unit =
        units.computeIfAbsent(number, text -> Syntax.parse(source, request.version()));
    MethodDeclaration method = Syntax.find(unit, element, source);
    if (method == null) {
      diagnostics.report(Code.SOURCE_MISMATCH, source.loc(0, 0), name);
      return KernelWork.refused(element, diagnostics);
    }
    KernelDecl decl = declarations.read(element, source, unit, method, diagnostics);
    return new KernelWork(element, decl, translate(decl, diagnostics), diagnostics);
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
