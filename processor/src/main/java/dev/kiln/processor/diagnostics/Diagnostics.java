package dev.kiln.processor.diagnostics;

import dev.kiln.ir.Loc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects the findings of one kernel. Nothing stops at the first: whoever finds something reports
 * it and goes on as far as it makes sense.
 *
 * <p>A kernel is translated once for each variant, so one mistake is found several times. What an
 * earlier variant has reported with the same code at the same place is not repeated; what only some
 * variants show says in which it was seen first. Not thread-safe: one kernel, one thread.
 */
public final class Diagnostics {
  private static final String EVERY_VARIANT = "";

  private record Key(Code code, Loc loc) {}

  private static final class Entry {
    final List<Diagnostic> found = new ArrayList<>();
    final Set<String> variants = new LinkedHashSet<>();
  }

  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private final Set<String> variants = new LinkedHashSet<>();
  private String variant = EVERY_VARIANT;
  private boolean failed;
  private boolean settled;

  /** Says which variant ({@code bm=64, bn=64}) the following findings belong to. */
  public void enterVariant(String row) {
    variant = row;
    variants.add(row);
  }

  /** Says that the following findings do not depend on a variant. */
  public void leaveVariant() {
    variant = EVERY_VARIANT;
  }

  /** Adds a finding; the arguments fill the holes of {@code code}. */
  public void report(Code code, Loc loc, Object... arguments) {
    report(Diagnostic.of(code, loc, arguments));
  }

  /** Adds a finding. */
  public void report(Diagnostic diagnostic) {
    failed |= diagnostic.code().severity() == Severity.ERROR;
    Entry entry =
        entries.computeIfAbsent(new Key(diagnostic.code(), diagnostic.loc()), key -> new Entry());
    // Facts are told of each variant, mistakes of the first that shows them.
    boolean first =
        entry.variants.isEmpty()
            || entry.variants.equals(Set.of(variant))
            || diagnostic.code().severity() == Severity.NOTE;
    entry.variants.add(variant);
    if (first && !entry.found.contains(diagnostic)) {
      entry.found.add(diagnostic);
    }
  }

  /** Says that of the errors reported there is one that nothing in another file can mend. */
  public void settle() {
    settled = true;
  }

  /** Whether an error was found that nothing in another file can mend, as {@link #settle} says. */
  public boolean areSettled() {
    return settled;
  }

  /** Whether an error was found, so that the kernel cannot be compiled. */
  public boolean hasErrors() {
    return failed;
  }

  /** The findings in the order of their places, each once. */
  public List<Diagnostic> all() {
    List<Diagnostic> all = new ArrayList<>();
    for (Entry entry : entries.values()) {
      boolean everywhere =
          entry.variants.contains(EVERY_VARIANT) || entry.variants.equals(variants);
      for (Diagnostic diagnostic : entry.found) {
        all.add(
            everywhere
                ? diagnostic
                : diagnostic.withNote(
                    Note.of("In @Variant(\"" + entry.variants.iterator().next() + "\").")));
      }
    }
    all.sort(Comparator.comparingInt((Diagnostic found) -> found.loc().start()));
    return List.copyOf(all);
  }
}
