package dev.kiln.testkit.filetest;

import java.util.ArrayList;
import java.util.List;

/** How two texts differ, as {@code diff -u} says it. */
final class UnifiedDiff {
  private static final int CONTEXT = 3;

  private UnifiedDiff() {}

  /** One line of both texts: kept, only in the old one, or only in the new one. */
  private record Edit(char sign, String line) {}

  /** The changed parts with a few lines around each; empty when nothing differs. */
  static String of(String before, String after) {
    List<Edit> edits = edits(before.lines().toList(), after.lines().toList());
    boolean[] shown = new boolean[edits.size()];
    for (int i = 0; i < edits.size(); i++) {
      if (edits.get(i).sign() != ' ') {
        int end = Math.min(edits.size(), i + CONTEXT + 1);
        for (int j = Math.max(0, i - CONTEXT); j < end; j++) {
          shown[j] = true;
        }
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < edits.size(); i++) {
      if (shown[i]) {
        text.append(i == 0 || shown[i - 1] ? "" : "...\n");
        text.append(edits.get(i).sign()).append(edits.get(i).line()).append('\n');
      }
    }
    return text.toString();
  }

  /** Along a longest common subsequence. */
  private static List<Edit> edits(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    var edits = new ArrayList<Edit>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      boolean isLeft = i < before.size();
      boolean isRight = j < after.size();
      if (isLeft && isRight && before.get(i).equals(after.get(j))) {
        edits.add(new Edit(' ', before.get(i++)));
        j++;
      } else if (isLeft && (!isRight || common[i + 1][j] >= common[i][j + 1])) {
        edits.add(new Edit('-', before.get(i++)));
      } else {
        edits.add(new Edit('+', after.get(j++)));
      }
    }
    return edits;
  }
}
