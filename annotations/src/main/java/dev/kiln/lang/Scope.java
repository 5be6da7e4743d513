package dev.kiln.lang;

/** Where a tensor lives; the last three are on chip and die with their block. */
enum Scope {
  GLOBAL("global"),
  SHARED("shared"),
  FRAGMENT("fragment"),
  LOCAL("local");

  final String word;

  Scope(String word) {
    this.word = word;
  }
}
