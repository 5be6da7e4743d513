package dev.kiln.ir.text;

/**
 * One token of IR text.
 *
 * @param text as written; a string's content
 * @param line from 1
 * @param column from 1
 */
record Token(Kind kind, String text, int line, int column) {
  /** What a token is. */
  enum Kind {
    /** A letter, then letters, digits, and hyphens between them. */
    WORD,
    /** {@code %} and a number: the text is the number. */
    VALUE,
    /** An integer or a float, with its sign. */
    NUMBER,
    /** Extents before an element type: {@code 16x?xf32}. */
    EXTENTS,
    STRING,
    /** One character of punctuation. */
    MARK,
    END
  }

  boolean is(String mark) {
    return (kind == Kind.MARK || kind == Kind.WORD) && text.equals(mark);
  }

  /** How it is named in a message. */
  String spoken() {
    return switch (kind) {
      case END -> "the end of the text";
      case VALUE -> "'%" + text + "'";
      case STRING -> "the string \"" + text + "\"";
      case WORD, NUMBER, EXTENTS, MARK -> "'" + text + "'";
    };
  }
}
