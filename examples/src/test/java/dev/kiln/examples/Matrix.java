package dev.kiln.examples;

import java.util.stream.Stream;

/** The extents of a matrix. */
record Matrix(int m, int n) {

  /** A tile, and matrices that do not divide by it in each dimension, among them the smallest. */
  static Stream<Matrix> around(int rows, int columns) {
    return Stream.of(
            Trial.around(rows).stream().map(m -> new Matrix(m, columns)),
            Trial.around(columns).stream().map(n -> new Matrix(rows, n)),
            Stream.of(
                new Matrix(1, 1),
                new Matrix(1, 3 * columns + 1),
                new Matrix(2 * rows + 7, 1),
                new Matrix(2 * rows, 2 * columns),
                new Matrix(rows + 7, 3 * columns - 1)))
        .flatMap(matrices -> matrices)
        .distinct();
  }
}
