package dev.kiln.processor.frontend;

import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * What a call of grid says between its extents and its lambda.
 *
 * @param rank the number of extents
 * @param threads of a block; 0 for the compiler's choice
 * @param neighbours along the second extent that come before the next along the first; 1 for none
 */
record GridOptions(int rank, int threads, int neighbours, boolean isPersistent) {
  private static final int FEWEST_THREADS = 32;
  private static final int MOST_THREADS = 1024;
  private static final int MOST_NEIGHBOURS = 1 << 16;

  /** The options of {@code call}; mistakes in them are reported. */
  static GridOptions of(MethodInvocation call, Translation translation) {
    List<Expression> arguments = Syntax.list(call.arguments(), Expression.class);
    int rank = 0;
    var found = new EnumMap<Word, Integer>(Word.class);
    for (Expression argument : arguments.subList(0, arguments.size() - 1)) {
      Word word = option(argument, translation);
      if (word == null) {
        rank++;
      }
    }
    for (Expression argument : arguments.subList(0, arguments.size() - 1)) {
      Word word = option(argument, translation);
      if (word != null && argument instanceof MethodInvocation option) {
        read(word, option, rank, found, translation);
      }
    }
    return new GridOptions(
        rank,
        found.getOrDefault(Word.THREADS, 0),
        found.getOrDefault(Word.SWIZZLE, 1),
        found.containsKey(Word.PERSISTENT));
  }

  private static @Nullable Word option(Expression argument, Translation translation) {
    Word word = argument instanceof MethodInvocation option ? translation.calls.word(option) : null;
    return word != null && word.isGridOption() ? word : null;
  }

  private static void read(
      Word word,
      MethodInvocation option,
      int rank,
      Map<Word, Integer> found,
      Translation translation) {
    if (!translation.words.hasArity(word, option)) {
      return;
    }
    Integer value =
        word == Word.PERSISTENT
            ? Integer.valueOf(1)
            : translation.expressions.constant(
                (Expression) option.arguments().getFirst(), "'" + word.text() + "'");
    String problem = value == null ? null : problem(word, value, rank, found.containsKey(word));
    if (problem != null) {
      translation.findings.refuse(Code.GRID_OPTION, option, word.text(), problem, cure(word));
    } else if (value != null) {
      found.put(word, value);
    }
  }

  private static @Nullable String problem(Word word, int value, int rank, boolean isRepeated) {
    if (isRepeated) {
      return "is given twice";
    }
    if (word == Word.THREADS
        && (value < FEWEST_THREADS || value > MOST_THREADS || Integer.bitCount(value) != 1)) {
      return "cannot be " + value;
    }
    if (word == Word.SWIZZLE && rank == 1) {
      return "needs a grid of two or three extents";
    }
    return word == Word.SWIZZLE && (value < 1 || value > MOST_NEIGHBOURS)
        ? "cannot be " + value
        : null;
  }

  private static String cure(Word word) {
    return switch (word) {
      case THREADS -> "Write it once, with 32, 64, 128, 256, 512 or 1024.";
      case SWIZZLE -> "Write it once, with a small number from 1, for a grid of rows and columns.";
      default -> "Write it once.";
    };
  }
}
