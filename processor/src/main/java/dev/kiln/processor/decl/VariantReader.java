package dev.kiln.processor.decl;

import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.diagnostics.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import org.eclipse.jdt.core.dom.Annotation;
import org.jspecify.annotations.Nullable;

/** Reads {@code @Variant} rows against the constants that the kernel declares. */
final class VariantReader {
  static final String TYPE = "dev.kiln.lang.Variant";
  static final String CONTAINER = "dev.kiln.lang.Variant.Rows";

  private static final Pattern WORD_END = Pattern.compile("\\W");

  private final List<ParameterDecl.Constant> constants;
  private final Set<String> refused;
  private final Set<String> targets;
  private final Diagnostics diagnostics;

  /**
   * A reader for one kernel.
   *
   * @param refused names of parameters that were refused, and of which nothing more is said
   */
  VariantReader(
      List<ParameterDecl.Constant> constants,
      Set<String> refused,
      Set<String> targets,
      Diagnostics diagnostics) {
    this.constants = constants;
    this.refused = refused;
    this.targets = targets;
    this.diagnostics = diagnostics;
  }

  /** An annotation as the compiler and as the parser see it. */
  record Row(AnnotationMirror mirror, Annotation written, Loc loc) {}

  /** The rows that give every constant a value; what is wrong with the others is reported. */
  List<VariantDecl> read(
      String kernel, Loc name, List<Row> rows, dev.kiln.processor.host.SourceText source) {
    if (rows.isEmpty()) {
      if (!constants.isEmpty()) {
        diagnostics.report(Code.VARIANT_NEEDED, name, kernel, example());
        return List.of();
      }
      return List.of(new VariantDecl(0, Map.of(), "", name));
    }
    List<VariantDecl> variants = new ArrayList<>();
    for (int index = 0; index < rows.size(); index++) {
      Row row = rows.get(index);
      String target = Mirrors.text(row.mirror(), "target");
      if (!target.isEmpty() && !targets.contains(target)) {
        diagnostics.report(
            Code.VARIANT_TARGET,
            WrittenText.of(target, source, row.written(), "target").loc(),
            target,
            String.join(", ", targets));
      }
      String text = Mirrors.text(row.mirror(), "value");
      Map<String, Literal> values = values(WrittenText.of(text, source, row.written(), "value"));
      if (values.size() == constants.size()) {
        variants.add(new VariantDecl(index, values, target, row.loc()));
      }
    }
    return variants;
  }

  private Map<String, Literal> values(WrittenText row) {
    Map<String, Literal> given = new LinkedHashMap<>();
    for (WrittenText.Part part : row.parts()) {
      readPair(part, given);
    }
    Map<String, Literal> ordered = new LinkedHashMap<>();
    for (ParameterDecl.Constant constant : constants) {
      Literal value = given.get(constant.name());
      if (value != null) {
        ordered.put(constant.name(), value);
      } else if (!isBlamed(row, constant.name())) {
        diagnostics.report(Code.VARIANT_MISSING_VALUE, row.loc(), constant.name());
      }
    }
    return ordered;
  }

  /** Whether the row means to set the constant, only not as it must, which was reported. */
  private boolean isBlamed(WrittenText row, String name) {
    return row.parts().stream()
        .flatMap(part -> WORD_END.splitAsStream(part.text()))
        .anyMatch(word -> word.equals(name) || isMeant(word, name));
  }

  private boolean isMeant(String word, String name) {
    return constant(word) == null
        && Suggestion.nearest(word, names()).filter(name::equals).isPresent();
  }

  private List<String> names() {
    return constants.stream().map(ParameterDecl::name).toList();
  }

  private void readPair(WrittenText.Part part, Map<String, Literal> given) {
    List<WrittenText.Part> sides = part.split('=');
    String name = sides.getFirst().text();
    String value = sides.getLast().text();
    if (sides.size() != 2 || name.isEmpty() || value.isEmpty()) {
      diagnostics.report(Code.VARIANT_MALFORMED, part.loc(), part.text());
      return;
    }
    if (refused.contains(name)) {
      return;
    }
    ParameterDecl.Constant constant = constant(name);
    if (constant == null) {
      diagnostics.report(
          Code.VARIANT_UNKNOWN_NAME,
          sides.getFirst().loc(),
          name,
          Suggestion.of(name, names())
              .orElse("Remove it, or declare a @Const parameter of that name."));
      return;
    }
    Literal literal = ConstantText.parse(constant.type(), value);
    if (literal == null) {
      diagnostics.report(
          Code.VARIANT_VALUE,
          sides.getLast().loc(),
          value,
          ConstantText.javaName(constant.type()),
          name,
          ConstantText.expected(constant.type()));
    } else if (given.put(name, literal) != null) {
      diagnostics.report(Code.VARIANT_REPEATED_NAME, part.loc(), name);
    }
  }

  private ParameterDecl.@Nullable Constant constant(String name) {
    return constants.stream()
        .filter(constant -> constant.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private String example() {
    return constants.stream()
        .map(constant -> constant.name() + "=" + (constant.type() == DType.BOOL ? "true" : "64"))
        .collect(Collectors.joining(", "));
  }
}
