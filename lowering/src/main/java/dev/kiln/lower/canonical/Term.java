package dev.kiln.lower.canonical;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.UnaryOperator;
import java.util.List;

/** One side of an equation. */
sealed interface Term {

  /** Stands for any value, the same one wherever the name occurs. */
  record Variable(String name) implements Term {
    /** Names from a to h stand for constants only. */
    boolean isConstant() {
      return name.charAt(0) <= 'h';
    }
  }

  /** A number, of the dtype that the place asks for. */
  record Number(double value) implements Term {}

  /** The exponent of a constant power of two. */
  record Log2(Term operand) implements Term {}

  /** An operator with one operand. */
  record Unary(UnaryOperator operator, Term operand) implements Term {}

  /** An operator with two operands. */
  record Binary(BinaryOperator operator, Term left, Term right) implements Term {}

  /** A comparison. */
  record Compare(CompareOperator operator, Term left, Term right) implements Term {}

  /** One of two terms. */
  record Select(Term condition, Term whenTrue, Term whenFalse) implements Term {}

  /** A product and a sum. */
  record Fma(Term left, Term right, Term addend) implements Term {}

  default List<Term> parts() {
    return switch (this) {
      case Variable _, Number _ -> List.of();
      case Log2 log2 -> List.of(log2.operand());
      case Unary unary -> List.of(unary.operand());
      case Binary binary -> List.of(binary.left(), binary.right());
      case Compare compare -> List.of(compare.left(), compare.right());
      case Select select -> List.of(select.condition(), select.whenTrue(), select.whenFalse());
      case Fma fma -> List.of(fma.left(), fma.right(), fma.addend());
    };
  }
}
