package dev.kiln.processor.diagnostics;

import dev.kiln.ir.Loc;
import org.jspecify.annotations.Nullable;

/**
 * A remark that belongs to a finding, as "the shape comes from here".
 *
 * @param text one sentence
 * @param loc the other place it speaks of; null when it speaks of none
 */
public record Note(String text, @Nullable Loc loc) {

  /** A remark about no place in particular. */
  public static Note of(String text) {
    return new Note(text, null);
  }
}
