package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention whose copies every thread starts for itself, chunk by chunk. */
class StartedCopiesTest {
  private final PipelinedAttention attention = PipelinedAttention.loweredFor("cuda:sm_80");

  @ParameterizedTest
  @ValueSource(ints = {40, 64, 130, 200})
  void theResultIsThatOfTheTiles(int length) {
    attention.assertRight(length);
  }

  @Test
  void copiesAreStarted() {
    assertTrue(attention.count(op -> op instanceof LowOp.StartCopy) > 1);
  }

  /** But for that behind the loop, which nothing is read behind. */
  @Test
  void withoutAWaitForCopiesItIsWrong() {
    Predicate<Op> wanted = op -> op instanceof LowOp.AwaitCopies;
    assertEquals(2, attention.count(wanted));
    attention.assertNeeded(wanted, 0, 1, 130);
  }

  /** The first one stands before the loop, where nothing has been written yet. */
  @Test
  void withoutABarrierItRaces() {
    Predicate<Op> wanted = op -> op instanceof LowOp.Barrier;
    int count = attention.count(wanted);
    assertEquals(2, count);
    attention.assertNeeded(wanted, 1, count, 130);
  }
}
