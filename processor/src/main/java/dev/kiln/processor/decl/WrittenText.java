package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.host.SourceText;
import java.util.List;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MemberValuePair;
import org.eclipse.jdt.core.dom.NormalAnnotation;
import org.eclipse.jdt.core.dom.SingleMemberAnnotation;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.jspecify.annotations.Nullable;

/**
 * The text of an annotation member with the place at which it is written, so that a part of it can
 * be blamed.
 *
 * @param loc the expression that gives the text, or the annotation when that was not found
 * @param isPlain whether the text stands letter by letter between the quotes of one literal
 */
record WrittenText(String text, SourceText source, Loc loc, boolean isPlain) {

  /** The member {@code member} of {@code annotation}, whose value the compiler says is text. */
  static WrittenText of(String text, SourceText source, Annotation annotation, String member) {
    Expression written = member(annotation, member);
    boolean isPlain =
        written instanceof StringLiteral literal
            && literal.getEscapedValue().length() == text.length() + 2;
    return new WrittenText(
        text, source, Syntax.loc(source, written == null ? annotation : written), isPlain);
  }

  private static @Nullable Expression member(Annotation annotation, String member) {
    if (annotation instanceof SingleMemberAnnotation single) {
      return single.getValue();
    }
    if (annotation instanceof NormalAnnotation normal) {
      List<MemberValuePair> pairs = Syntax.list(normal.values(), MemberValuePair.class);
      for (MemberValuePair pair : pairs) {
        if (pair.getName().getIdentifier().equals(member)) {
          return pair.getValue();
        }
      }
    }
    return null;
  }

  /** The place of the characters from {@code from} to before {@code to} of the text. */
  Loc at(int from, int to) {
    int start = loc.start() + 1;
    return isPlain && from < to ? source.loc(start + from, start + to) : loc;
  }

  /** One of the parts between commas, without the blanks around it. */
  record Part(String text, Loc loc) {}

  /** The parts between commas, also empty ones; none when the text is blank. */
  List<Part> parts() {
    if (text.isBlank()) {
      return List.of();
    }
    List<Part> parts = new java.util.ArrayList<>();
    int start = 0;
    while (start <= text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      String raw = text.substring(start, end);
      int lead = raw.length() - raw.stripLeading().length();
      String part = raw.strip();
      parts.add(new Part(part, at(start + lead, start + lead + part.length())));
      start = end + 1;
    }
    return List.copyOf(parts);
  }
}
