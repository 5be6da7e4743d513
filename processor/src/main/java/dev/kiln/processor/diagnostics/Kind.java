package dev.kiln.processor.diagnostics;

import dev.kiln.ir.DType;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What may stand in a hole of a message.
 *
 * <p>A template declares it behind the hole's name, as in {@code {axis:number}}; an argument of
 * another kind, as a shape where a name is needed, is refused where the message is made.
 */
enum Kind {
  NAME("a name of Java", Kind.IDENTIFIER + "(\\." + Kind.IDENTIFIER + ")*"),
  TENSOR("a tensor or tile, as it is written in the source", Kind.IDENTIFIER + ".*"),
  TYPE("a type of Java", "(@|\\?|" + Kind.IDENTIFIER + ").*"),
  DTYPES("element types", dtype() + "((, | and )" + dtype() + ")*"),
  NUMBER("a whole number", "-?\\d+"),
  SHAPE("the extents of a tile", "\\[\\d+(, \\d+)*\\]"),
  ELEMENT("the indices of an element", "\\[.+\\]"),
  ITERATION("the indices of an iteration or a block", "-?\\d+|\\(-?\\d+(, -?\\d+)+\\)"),
  TARGET("a target or a machine", "[a-z][\\w:.-]*"),
  SOURCE("text of the source or of a command line", ".*"),
  WORDS("a part of a sentence", "\\S|\\S.*[^.\\s]"),
  SENTENCE("a sentence", "\\p{Lu}.*[.?]"),
  LIST("names, with commas between them", "\\S.*"),
  LINES("one line for each part", "\\S.*"),
  PATH("a file or folder", "\\S.*"),
  REASON("what the system or a tool said", ".*");

  private static final String IDENTIFIER =
      "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";

  private final String meaning;
  private final Pattern pattern;

  Kind(String meaning, String pattern) {
    this.meaning = meaning;
    this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
  }

  private static String dtype() {
    return Arrays.stream(DType.values())
        .map(DType::text)
        .collect(Collectors.joining("|", "(", ")"));
  }

  /** The kind that a template names, as {@code number}. */
  static Kind of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** What it is, for the page, as {@code a whole number}. */
  String meaning() {
    return meaning;
  }

  /** Whether the text of an argument is of this kind. */
  boolean fits(String argument) {
    return pattern.matcher(argument).matches();
  }
}
