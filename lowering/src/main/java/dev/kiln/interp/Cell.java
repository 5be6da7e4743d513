package dev.kiln.interp;

/** A mutable variable. */
final class Cell implements Datum {
  private Lanes content;

  Cell(Lanes initial) {
    this.content = initial;
  }

  Lanes content() {
    return content;
  }

  void set(Lanes changed) {
    this.content = changed;
  }
}
