package dev.kiln.processor.model;

import javax.lang.model.element.Name;

/** A name as a text. */
record NameView(String text) implements Name {
  @Override
  public boolean contentEquals(CharSequence other) {
    return text.contentEquals(other);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
