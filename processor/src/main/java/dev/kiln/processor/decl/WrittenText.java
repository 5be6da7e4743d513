package dev.kiln.processor.decl;

import dev.kiln.ir.Loc;
import dev.kiln.processor.host.SourceText;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.InfixExpression;
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
 * @param pieces the literals whose letters, one behind the other, are the text; empty where the
 *     text is not written letter by letter
 */
record WrittenText(String text, SourceText source, Loc loc, List<Piece> pieces) {

  /**
   * Letters between the quotes of one literal.
   *
   * @param start the place of the first letter in the file
   */
  private record Piece(int start, int length) {}

  /** The member {@code member} of {@code annotation}, whose value the compiler says is text. */
  static WrittenText of(String text, SourceText source, Annotation annotation, String member) {
    Expression written = member(annotation, member);
    List<Piece> pieces = written == null ? List.of() : pieces(written);
    boolean isPlain = pieces.stream().mapToInt(Piece::length).sum() == text.length();
    return new WrittenText(
        text,
        source,
        Syntax.loc(source, written == null ? annotation : written),
        isPlain ? pieces : List.of());
  }

  /** The literals of a text that is written as one or as a sum; empty when it is anything else. */
  private static List<Piece> pieces(Expression written) {
    if (written instanceof StringLiteral literal) {
      int length = literal.getEscapedValue().length() - 2;
      return List.of(new Piece(literal.getStartPosition() + 1, length));
    }
    if (!(written instanceof InfixExpression sum)) {
      return List.of();
    }
    List<Expression> parts = new ArrayList<>(List.of(sum.getLeftOperand(), sum.getRightOperand()));
    parts.addAll(Syntax.list(sum.extendedOperands(), Expression.class));
    List<List<Piece>> pieces = parts.stream().map(WrittenText::pieces).toList();
    return pieces.stream().anyMatch(List::isEmpty)
        ? List.of()
        : pieces.stream().flatMap(List::stream).toList();
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
    int before = 0;
    for (Piece piece : pieces) {
      int within = from - before;
      if (0 <= within && within < piece.length() && from < to) {
        int end = Math.min(to - before, piece.length());
        return source.loc(piece.start() + within, piece.start() + end);
      }
      before += piece.length();
    }
    return loc;
  }

  /** A part of the text without the blanks around it. */
  record Part(WrittenText whole, int start, String text) {
    Loc loc() {
      return whole.at(start, start + text.length());
    }

    /** The parts of this one between signs, also empty ones. */
    List<Part> split(char sign) {
      return whole.split(sign, start, start + text.length());
    }
  }

  /** The parts between commas, also empty ones; none when the text is blank. */
  List<Part> parts() {
    return text.isBlank() ? List.of() : split(',', 0, text.length());
  }

  private List<Part> split(char sign, int from, int to) {
    List<Part> parts = new ArrayList<>();
    int start = from;
    while (start <= to) {
      int next = text.indexOf(sign, start);
      int end = next < 0 ? to : Math.min(next, to);
      String raw = text.substring(start, end);
      int lead = raw.length() - raw.stripLeading().length();
      parts.add(new Part(this, start + lead, raw.strip()));
      start = end + 1;
    }
    return List.copyOf(parts);
  }
}
