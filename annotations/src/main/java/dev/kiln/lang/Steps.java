package dev.kiln.lang;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The numbers from 0 to {@code extent - 1}; none if the extent is negative. */
record Steps(int extent) implements Iterable<Integer> {

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < extent;
      }

      @Override
      public Integer next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return next++;
      }
    };
  }
}
