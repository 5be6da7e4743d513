package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.host.SourceText;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.VariableElement;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * What {@code @Dims} says of a parameter.
 *
 * @param entries one for each dimension, outermost first
 * @param loc the text of the annotation
 */
public record DimsDecl(List<Entry> entries, Loc loc) {
  static final String TYPE = "dev.kiln.lang.Dims";
  private static final int LARGEST_RANK = 5;
  private static final Pattern FORM = Pattern.compile("[A-Za-z_]\\w*|[1-9]\\d{0,8}");

  /** Copies the list. */
  public DimsDecl {
    entries = List.copyOf(entries);
  }

  /**
   * One dimension.
   *
   * @param text a name or a decimal number
   */
  public record Entry(String text, Loc loc) {
    /** Whether it is a name or a number at all; what is not is reported when it is read. */
    public boolean isWellFormed() {
      return FORM.matcher(text).matches();
    }

    /** Whether it fixes a size. */
    public boolean isNumber() {
      return !text.isEmpty() && Character.isDigit(text.charAt(0));
    }
  }

  /**
   * Reads the annotation of a parameter; null when it has none.
   *
   * @param isTensor whether the parameter is one; others have no dimensions
   * @param findings is told what is wrong with it
   */
  public static @Nullable DimsDecl of(
      VariableElement parameter,
      SingleVariableDeclaration written,
      boolean isTensor,
      SourceText source,
      Consumer<Diagnostic> findings) {
    AnnotationMirror mirror = Mirrors.find(parameter, TYPE);
    Annotation annotation = annotation(written);
    if (mirror == null || annotation == null) {
      return null;
    }
    String name = parameter.getSimpleName().toString();
    if (!isTensor) {
      Loc loc = Syntax.loc(source, annotation);
      findings.accept(Diagnostic.of(Code.DIMS_ON_SCALAR, loc, name));
      return null;
    }
    String value = Mirrors.text(mirror, "value");
    WrittenText text = WrittenText.of(value, source, annotation, "value");
    List<Entry> entries =
        text.parts().stream().map(part -> new Entry(part.text(), part.loc())).toList();
    for (Entry entry : entries) {
      if (!entry.isWellFormed()) {
        findings.accept(Diagnostic.of(Code.DIMS_MALFORMED, entry.loc(), entry.text()));
      }
    }
    if (entries.isEmpty()) {
      findings.accept(Diagnostic.of(Code.DIMS_MALFORMED, text.loc(), value));
    } else if (entries.size() > LARGEST_RANK) {
      findings.accept(Diagnostic.of(Code.TENSOR_RANK, text.loc(), name, entries.size()));
    }
    return new DimsDecl(entries, text.loc());
  }

  private static @Nullable Annotation annotation(SingleVariableDeclaration written) {
    for (Object modifier : written.modifiers()) {
      if (modifier instanceof Annotation annotation && DeclReader.isNamed(annotation, "Dims")) {
        return annotation;
      }
    }
    return null;
  }

  /** The number of dimensions. */
  public int rank() {
    return entries.size();
  }

  /** The texts of the entries. */
  public List<String> texts() {
    return entries.stream().map(Entry::text).toList();
  }
}
