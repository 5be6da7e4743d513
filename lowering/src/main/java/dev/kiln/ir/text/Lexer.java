package dev.kiln.ir.text;

import dev.kiln.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Cuts IR text into tokens; blanks and {@code //} comments separate and are dropped. */
final class Lexer {
  private final String file;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** All tokens of {@code text}, the last one an {@link Kind#END}. */
  static List<Token> tokens(String file, String text) {
    var lexer = new Lexer(file, text);
    while (lexer.skipBlanks()) {
      lexer.token();
    }
    lexer.add(Kind.END, "", lexer.at);
    return lexer.tokens;
  }

  /** Whether a token follows. */
  private boolean skipBlanks() {
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        scan(c -> c != '\n');
      } else if (text.charAt(at) == '\n') {
        at++;
        line++;
        lineStart = at;
      } else if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private void token() {
    int start = at;
    char c = text.charAt(at);
    if (c == '%') {
      at++;
      String number = scan(Lexer::isDigit);
      if (number.isEmpty()) {
        throw error(start, "A value is '%' and a number.");
      }
      add(Kind.VALUE, number, start);
    } else if (c == '"') {
      string();
    } else if (c == '?') {
      scan(d -> isWordPart(d) || d == '?');
      add(Kind.EXTENTS, text.substring(start, at), start);
    } else if (isDigit(c) || (c == '-' && at + 1 < text.length() && startsNumber(at + 1))) {
      number();
    } else if (isWordStart(c)) {
      word();
    } else {
      at++;
      add(Kind.MARK, String.valueOf(c), start);
    }
  }

  private boolean startsNumber(int position) {
    return isDigit(text.charAt(position)) || text.startsWith("inf", position);
  }

  private void word() {
    int start = at;
    scan(Lexer::isWordPart);
    while (at + 1 < text.length() && text.charAt(at) == '-' && isWordStart(text.charAt(at + 1))) {
      at++;
      scan(Lexer::isWordPart);
    }
    add(Kind.WORD, text.substring(start, at), start);
  }

  private void number() {
    int start = at;
    at++;
    if (text.startsWith("inf", at)) {
      at += 3;
    } else if (text.charAt(start) == '0' && at < text.length() && text.charAt(at) == 'x') {
      at++;
      scan(c -> Character.digit(c, 16) >= 0);
    } else {
      scan(Lexer::isDigit);
      if (at < text.length() && text.charAt(at) == 'x') {
        scan(c -> isWordPart(c) || c == '?');
        add(Kind.EXTENTS, text.substring(start, at), start);
        return;
      }
      fraction();
    }
    add(Kind.NUMBER, text.substring(start, at), start);
  }

  private void fraction() {
    if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
      at++;
      scan(Lexer::isDigit);
    }
    int behind = at + 1;
    if (at < text.length() && (text.charAt(at) == 'E' || text.charAt(at) == 'e')) {
      if (behind < text.length() && (text.charAt(behind) == '-' || text.charAt(behind) == '+')) {
        behind++;
      }
      if (behind < text.length() && isDigit(text.charAt(behind))) {
        at = behind;
        scan(Lexer::isDigit);
      }
    }
  }

  private void string() {
    int start = at;
    var content = new StringBuilder();
    at++;
    while (true) {
      if (at >= text.length() || text.charAt(at) == '\n') {
        throw error(start, "This string has no closing quote on its line.");
      }
      char c = text.charAt(at++);
      if (c == '"') {
        add(Kind.STRING, content.toString(), start);
        return;
      }
      content.append(c == '\\' ? escaped(start) : c);
    }
  }

  private char escaped(int start) {
    char c = at < text.length() ? text.charAt(at++) : '\n';
    return switch (c) {
      case '"', '\\' -> c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> throw error(start, "A string knows the escapes \\\" \\\\ \\n and \\r only.");
    };
  }

  /** The string {@code text}, quoted so that the lexer gives it back. */
  static String quote(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** Whether {@code text} is one word without hyphens. */
  static boolean isWord(String text) {
    return !text.isEmpty()
        && isWordStart(text.charAt(0))
        && text.chars().allMatch(Lexer::isWordPart);
  }

  private String scan(IntPredicate part) {
    int start = at;
    while (at < text.length() && part.test(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private void add(Kind kind, String content, int start) {
    tokens.add(new Token(kind, content, line, start - lineStart + 1));
  }

  private SyntaxError error(int start, String sentence) {
    return new SyntaxError(file, line, start - lineStart + 1, sentence);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordStart(int c) {
    return Character.isLetter(c) || c == '_' || c == '$';
  }

  private static boolean isWordPart(int c) {
    return isWordStart(c) || isDigit(c);
  }
}
