package dev.kiln.ir;

import org.jspecify.annotations.Nullable;

/**
 * A place in the user's source, with the chain of calls that inlined it.
 *
 * @param file simple name of the source file
 * @param line of the first character, from 1
 * @param column of the first character, from 1, a tab counting as one
 * @param start offset of the first character in the file
 * @param end offset behind the last character
 * @param caller where the enclosing {@code @TileFunction} was called; null outside of one
 */
public record Loc(String file, int line, int column, int start, int end, @Nullable Loc caller) {

  /** A place in IR text or in a test, where no Java source stands behind. */
  public static Loc text(String file, int line, int column) {
    return new Loc(file, line, column, 0, 0, null);
  }

  /** This place, reached through a call at {@code call}. */
  public Loc calledFrom(Loc call) {
    return new Loc(file, line, column, start, end, caller == null ? call : caller.calledFrom(call));
  }

  /** {@code Gemm.java:12:5}, then one {@code < Gemm.java:30:7} per call. */
  @Override
  public String toString() {
    String here = file + ":" + line + ":" + column;
    return caller == null ? here : here + " < " + caller;
  }
}
