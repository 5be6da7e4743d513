package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attention whose last product runs beside the first one of the next iteration, and whose copies
 * are started by threads of their own.
 */
class StaggeredProductsTest {
  private final PipelinedAttention attention = PipelinedAttention.loweredFor("cuda:sm_90a");

  /** One iteration and less, two, three, and more than there are places. */
  @ParameterizedTest
  @ValueSource(ints = {40, 64, 130, 200})
  void theResultIsThatOfTheTiles(int length) {
    attention.assertRight(length);
  }

  @Test
  void productsAreUnderWayTogether() {
    assertEquals(
        1, attention.count(op -> op instanceof LowOp.AwaitProducts await && await.pending() > 0));
  }

  /** Those who start the copies are none of those who compute. */
  @Test
  void theBlockIsParted() {
    assertEquals(1, attention.count(op -> op instanceof LowOp.Part));
  }

  @Test
  void withoutAWaitForProductsItIsWrong() {
    Predicate<Op> wanted = op -> op instanceof LowOp.AwaitProducts;
    attention.assertNeeded(wanted, 0, attention.count(wanted), 130);
  }

  /** But for the place that is left at the end, which nobody waits for any more. */
  @Test
  void withoutSayingThatAPlaceIsLeftItStops() {
    Predicate<Op> wanted = op -> op instanceof LowOp.If branch && isLeaving(branch.then());
    int count = attention.count(wanted);
    assertTrue(count > 1);
    attention.assertNeeded(wanted, 0, count - 1, 260);
  }

  private static boolean isLeaving(Body body) {
    return body.ops().stream().anyMatch(op -> op instanceof LowOp.ArriveAtPhase);
  }
}
