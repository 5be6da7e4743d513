package dev.kiln.processor.host;

import dev.kiln.ir.Loc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The text of a compilation unit, as its compiler parsed it, with its lines.
 *
 * <p>Lines end as in Java: by LF, CR, or CR LF. Columns count UTF-16 units from 1, a tab as one.
 */
public final class SourceText {
  private final String file;
  private final String text;
  private final int anchor;
  private final List<Integer> lineStarts;

  /**
   * A text.
   *
   * @param file simple name of the file
   * @param anchor an offset within the wanted method; negative when the host does not know
   */
  public SourceText(String file, String text, int anchor) {
    this.file = file;
    this.text = text;
    this.anchor = anchor;
    this.lineStarts = lineStarts(text);
  }

  private static List<Integer> lineStarts(String text) {
    List<Integer> starts = new ArrayList<>();
    starts.add(0);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean ends =
          c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'));
      if (ends) {
        starts.add(i + 1);
      }
    }
    return List.copyOf(starts);
  }

  /** Simple name of the file. */
  public String file() {
    return file;
  }

  /** The whole text. */
  public String text() {
    return text;
  }

  /** An offset within the method that the text was asked for; negative when not known. */
  public int anchor() {
    return anchor;
  }

  /** The place of the characters from {@code start} to before {@code end}. */
  public Loc loc(int start, int end) {
    int found = Collections.binarySearch(lineStarts, start);
    int line = found >= 0 ? found : -found - 2;
    return new Loc(file, line + 1, start - lineStarts.get(line) + 1, start, end, null);
  }

  /** The line that holds {@code offset}, without its end. */
  String lineAt(int offset) {
    int start = lineStart(offset);
    int end = start;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return text.substring(start, end);
  }

  /** The offset at which the line of {@code offset} starts. */
  int lineStart(int offset) {
    int found = Collections.binarySearch(lineStarts, offset);
    return lineStarts.get(found >= 0 ? found : -found - 2);
  }
}
