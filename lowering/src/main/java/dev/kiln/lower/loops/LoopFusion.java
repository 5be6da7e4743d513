package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One loop in the place of two. Each step of it does what the first did in as many steps, then what
 * the second did.
 */
final class LoopFusion {
  /** Operations of a step, beyond which registers are short anyway. */
  private static final int MOST_OPS = 512;

  private final LowOp.For first;
  private final LowOp.For second;
  private final Definitions definitions;
  private final long step;

  private LoopFusion(LowOp.For first, LowOp.For second, Definitions definitions) {
    this.first = first;
    this.second = second;
    this.definitions = definitions;
    this.step = Math.max(first.step(), second.step());
  }

  /** What {@code first} and {@code second}, next to each other, become; null if they stay two. */
  static LowOp.@Nullable For of(
      LowOp.For first, LowOp.For second, Definitions definitions, Values values) {
    var fusion = new LoopFusion(first, second, definitions);
    return fusion.areAlike() && fusion.isSmall() && fusion.meetInSteps()
        ? fusion.fused(values)
        : null;
  }

  /** Operations of a body and of those in it. */
  static int size(Body body) {
    int[] size = {0};
    Ops.walk(body, op -> size[0]++);
    return size[0];
  }

  /** Whether both walk over the same numbers, and do nothing that a user sees happen. */
  private boolean areAlike() {
    return first.kind() == second.kind()
        && first.index().type().equals(second.index().type())
        && LoopPath.isCounted(first, definitions)
        && LoopPath.isCounted(second, definitions)
        && LoopPath.range(first, definitions).equals(LoopPath.range(second, definitions))
        && LoopPath.range(first, definitions).size() % step == 0
        && step % first.step() == 0
        && step % second.step() == 0
        && mayRepeat(first)
        && mayRepeat(second)
        && isQuiet(first)
        && isQuiet(second);
  }

  /** What branches would only take more room when it stands several times in a step. */
  private boolean mayRepeat(LowOp.For loop) {
    return loop.step() == step
        || loop.body().ops().stream().noneMatch(Effect.Control.class::isInstance);
  }

  private static boolean isQuiet(LowOp.For loop) {
    return !Jumps.areIn(loop) && !Ops.any(loop.body(), LoopFusion::isSeen);
  }

  private static boolean isSeen(Op op) {
    return switch ((Effect) op) {
      case Effect.Pure _, Effect.Reads _, Effect.Writes _, Effect.Hints _ -> false;
      case Effect.Allocates _, Effect.Control _ -> false;
      case Effect.Traps _, Effect.Prints _, Effect.Synchronises _ -> true;
    };
  }

  private boolean isSmall() {
    return size(first.body()) * (step / first.step()) + size(second.body()) * (step / second.step())
        <= MOST_OPS;
  }

  /**
   * Whether one writes what the other touches, and no step of the first needs, or is needed by, an
   * earlier step of the second.
   */
  private boolean meetInSteps() {
    boolean isShared = false;
    List<Footprint> later = Footprint.of(second, step, definitions);
    for (Footprint one : Footprint.of(first, step, definitions)) {
      for (Footprint other : later) {
        if (one.meets(other)) {
          if (!one.isOfOneStep(other, step)) {
            return false;
          }
          isShared |= one.place().equals(other.place());
        }
      }
    }
    return isShared;
  }

  private LowOp.For fused(Values values) {
    var out = new OpBuilder(values, second.loc());
    Value index = values.like(second.index());
    steps(first, index, out);
    steps(second, index, out);
    var fused =
        new LowOp.For(
            index, first.lower(), first.upper(), step, first.kind(), out.build(), second.loc());
    definitions.add(Body.of(fused));
    return fused;
  }

  private void steps(LowOp.For loop, Value index, OpBuilder out) {
    for (long at = 0; at < step; at += loop.step()) {
      Value now =
          at == 0
              ? index
              : out.binary(BinaryOperator.ADD, index, out.constant(index.arithmetic(), at));
      Ops.copy(loop.body(), out.values(), value -> value.equals(loop.index()) ? now : value)
          .ops()
          .forEach(out::add);
    }
  }
}
