package dev.kiln.processor.host;

import dev.kiln.ir.Loc;

/** Shows a place as text, where the compiler does not: the line, and carets below it. */
final class Excerpt {
  private Excerpt() {}

  /** Two lines, each behind a line break; tabs are kept, so that the carets stand right. */
  static String of(SourceText source, Loc loc) {
    String line = source.lineAt(loc.start());
    int column = loc.start() - source.lineStart(loc.start());
    StringBuilder marks = new StringBuilder();
    for (int i = 0; i < column; i++) {
      marks.append(line.charAt(i) == '\t' ? '\t' : ' ');
    }
    int end = Math.min(line.length(), column + loc.end() - loc.start());
    return "\n    " + line + "\n    " + marks + "^".repeat(Math.max(1, end - column));
  }
}
