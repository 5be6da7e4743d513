package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transposition of matrices of every shape moves each element to its place. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class TransposeTest {
  private static final int SIZE = Trial.constant(TransposeKernel.info(), "size");

  static Stream<Matrix> matrices() {
    int size = Place.constants(TransposeKernel.info()).of("size");
    return Matrix.around(size, size);
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void elementsChangePlaces(Matrix matrix) {
    var trial = new Trial(matrix);
    try (var x = trial.normal(F32, matrix.m(), matrix.n())) {
      trial.checkSame(
          x.t().toFloats(),
          List.of(x),
          (in, y) -> Transpose.transpose(in.getFirst(), y, SIZE),
          (in, y) -> TransposeKernel.launch(in.getFirst(), y),
          matrix.n(),
          matrix.m());
    }
  }
}
