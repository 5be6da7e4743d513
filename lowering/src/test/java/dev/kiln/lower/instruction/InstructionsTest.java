package dev.kiln.lower.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.ChunkInstruction;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.Instruction;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LoadInstruction;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.ir.check.Verifier;
import dev.kiln.pass.Context;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table does what its body says, to the bit. */
class InstructionsTest {
  /** Threads are run in some order. */
  private static final Options SHUFFLED = Options.DEFAULT.withSeed(1);

  /** Faults that are planted in a body, one at a time. */
  private static final int FAULTS = 16;

  static List<Instruction> rows() {
    return Instruction.all();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theBodyDoesWhatTheInstructionDoes(Instruction row) {
    List<Cases.Case> cases = Cases.of(row);
    assertFalse(cases.isEmpty());
    for (Cases.Case one : cases) {
      Kernel kernel = one.kernel().build();
      assertEquals(List.of(), Verifier.verify(kernel), one::name);
      assertTrue(Ops.any(kernel.body(), op -> Instruction.of(op) == row), one::name);
      Kernel body = expanded(kernel);
      assertEquals(List.of(), Verifier.verify(body), one::name);
      assertFalse(Ops.any(body.body(), op -> Instruction.of(op) != null), one::name);
      TensorData expected = run(kernel, one);
      assertFalse(Numbers.areSame(one.kernel().arguments().getLast(), expected), one::name);
      assertTrue(Numbers.areSame(expected, run(body, one)), one::name);
    }
  }

  /** One of each family. */
  static List<Instruction> families() {
    return List.of(
        MatrixInstruction.M16N8K8_TF32,
        WarpgroupInstruction.M64K16_F16,
        LoadInstruction.X4,
        ChunkInstruction.BYTES_16,
        BoxInstruction.RANK_2);
  }

  /** Most of them: some change nothing, such as a sum for a difference with zero. */
  @ParameterizedTest
  @MethodSource("families")
  void faultsInABodyAreFound(Instruction row) {
    Cases.Case one = Cases.of(row).getLast();
    Kernel kernel = one.kernel().build();
    TensorData expected = run(kernel, one);
    Kernel body = expanded(kernel);
    List<Op> places = places(body);
    places.removeAll(places(kernel));
    int step = Math.ceilDiv(places.size(), FAULTS);
    int planted = 0;
    int found = 0;
    for (int i = 0; i < places.size(); i += step) {
      planted++;
      found += differs(planted(body, places.get(i)), one, expected) ? 1 : 0;
    }
    String share = "found %d of %d".formatted(found, planted);
    assertTrue(planted >= FAULTS / 4 && found >= planted * 3 / 4, share);
  }

  private static List<Op> places(Kernel kernel) {
    var all = new ArrayList<Op>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.Binary || op instanceof LowOp.Compare) {
            all.add(op);
          }
        });
    return all;
  }

  private static Kernel planted(Kernel kernel, Op place) {
    return kernel.withBody(planted(kernel.body(), place));
  }

  private static Body planted(Body body, Op place) {
    return Ops.flatMap(
        body,
        op -> List.of(op.equals(place) ? wrong(op) : Ops.mapBodies(op, in -> planted(in, place))));
  }

  private static Op wrong(Op op) {
    return switch (op) {
      case LowOp.Binary binary ->
          new LowOp.Binary(
              binary.result(),
              wrong(binary.operator()),
              binary.left(),
              binary.right(),
              binary.loc());
      case LowOp.Compare compare ->
          new LowOp.Compare(
              compare.result(), CompareOperator.NE, compare.left(), compare.right(), compare.loc());
      case LowOp _, TileOp _ -> throw new AssertionError(op);
    };
  }

  private static BinaryOperator wrong(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> BinaryOperator.SUB;
      case SUB, XOR, MUL, DIV, REM, MIN, MAX -> BinaryOperator.ADD;
      case AND -> BinaryOperator.OR;
      case OR -> BinaryOperator.AND;
      case SHL, SHR -> BinaryOperator.USHR;
      case USHR -> BinaryOperator.SHL;
    };
  }

  private static boolean differs(Kernel wrong, Cases.Case one, TensorData expected) {
    try {
      return !Numbers.areSame(expected, run(wrong, one));
    } catch (InterpreterException stopped) {
      return true;
    }
  }

  private static Kernel expanded(Kernel kernel) {
    var machine = new Machine("any", 16, 255, 1 << 17, Set.of());
    var context =
        new Context(
            machine,
            problem -> {
              throw new AssertionError(problem);
            });
    return ExpandInstructions.PASS.run().apply(kernel, context);
  }

  private static TensorData run(Kernel kernel, Cases.Case one) {
    List<TensorData> arguments = one.kernel().arguments();
    Interpreter.run(kernel, arguments, SHUFFLED);
    return arguments.getLast();
  }
}
