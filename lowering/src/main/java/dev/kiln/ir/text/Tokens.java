package dev.kiln.ir.text;

import dev.kiln.ir.text.Token.Kind;
import java.util.List;

/** A reader's position in a list of tokens. */
final class Tokens {
  private final String file;
  private final List<Token> tokens;
  private int at;

  Tokens(String file, String text) {
    this.file = file;
    this.tokens = Lexer.tokens(file, text);
  }

  String file() {
    return file;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  boolean isAt(String text) {
    return peek().is(text);
  }

  boolean isAt(Kind kind) {
    return peek().kind() == kind;
  }

  /** Steps over {@code text} when it is next, and says whether it was. */
  boolean skip(String text) {
    boolean found = isAt(text);
    if (found) {
      at++;
    }
    return found;
  }

  void expect(String text) {
    if (!skip(text)) {
      throw error("Expected '" + text + "', found " + peek().spoken() + ".");
    }
  }

  Token expect(Kind kind, String what) {
    if (!isAt(kind)) {
      throw error("Expected " + what + ", found " + peek().spoken() + ".");
    }
    return next();
  }

  int integer(String what) {
    Token token = expect(Kind.NUMBER, what);
    try {
      return Integer.decode(token.text());
    } catch (NumberFormatException e) {
      throw error(token, "Expected " + what + ", found " + token.spoken() + ".");
    }
  }

  /** A word or a string. */
  String name(String what) {
    return isAt(Kind.STRING) ? next().text() : expect(Kind.WORD, what).text();
  }

  /** An error at the next token. */
  SyntaxError error(String sentence) {
    return error(peek(), sentence);
  }

  SyntaxError error(Token token, String sentence) {
    return new SyntaxError(file, token.line(), token.column(), sentence);
  }
}
