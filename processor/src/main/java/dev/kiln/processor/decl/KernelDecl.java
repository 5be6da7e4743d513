package dev.kiln.processor.decl;

import dev.kiln.pass.Problem;
import dev.kiln.processor.host.SourceText;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.ExecutableElement;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.MethodDeclaration;

/**
 * A kernel method as the user declared it. Holds elements of one round of the compiler, so it lives
 * no longer than that.
 *
 * @param method the syntax of {@code element}, within {@code unit}
 * @param owner binary name of the enclosing class
 * @param name of the method
 * @param variants at least one; without {@code @Const} parameters just one without constants
 */
public record KernelDecl(
    ExecutableElement element,
    MethodDeclaration method,
    CompilationUnit unit,
    SourceText source,
    String owner,
    String name,
    List<ParameterDecl> parameters,
    List<VariantDecl> variants) {
  /** Copies the lists. */
  public KernelDecl {
    parameters = List.copyOf(parameters);
    variants = List.copyOf(variants);
  }

  /** A problem of an operand at the place where that is written. */
  public Problem exact(Problem problem) {
    return problem.isOfOperand()
        ? problem.at(Syntax.operand(unit, source, problem.loc(), problem.operand()))
        : problem;
  }

  /** The rows that serve {@code backend}, the default first. */
  public List<VariantDecl> variantsFor(String backend) {
    List<VariantDecl> own =
        variants.stream().filter(variant -> Objects.equals(variant.target(), backend)).toList();
    return own.isEmpty()
        ? variants.stream().filter(variant -> variant.target().isEmpty()).toList()
        : own;
  }
}
