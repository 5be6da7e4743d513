package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.text.Parser;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/**
 * A kernel of the folder {@code threads} and what the pipeline of a target makes of it.
 *
 * @param tiles as it is written
 * @param low as it is emitted
 */
record LoweredKernel(Kernel tiles, Kernel low) {

  /** Of a file, for a target of CUDA, e.g. {@code cuda:sm_80}. */
  static LoweredKernel of(String file, String target) {
    return of(read(file), target);
  }

  /** Of a kernel, for a target of CUDA. */
  static LoweredKernel of(Kernel tiles, String target) {
    Backend cuda = Backends.forName("cuda");
    var context =
        new Context(
            Backends.target(target).machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    return new LoweredKernel(
        tiles, Runner.run(cuda.pipeline(), tiles, context, Runner.Observer.NONE));
  }

  private static Kernel read(String file) {
    try (InputStream in = LoweredKernel.class.getResourceAsStream("/threads/" + file)) {
      assertNotNull(in);
      return Parser.parse(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** How many of its operations are {@code wanted}. */
  int count(Predicate<Op> wanted) {
    int[] count = {0};
    Ops.walk(low.body(), op -> count[0] += wanted.test(op) ? 1 : 0);
    return count[0];
  }

  /** The low kernel without one of the operations that are {@code wanted}. */
  Kernel without(int number, Predicate<Op> wanted) {
    return low.withBody(without(low.body(), wanted, new int[] {number}));
  }

  /**
   * @param left how many of them are left where they are
   */
  private static Body without(Body body, Predicate<Op> wanted, int[] left) {
    return Ops.flatMap(
        body,
        op -> {
          if (wanted.test(op) && left[0]-- == 0) {
            return List.of();
          }
          return List.of(Ops.mapBodies(op, nested -> without(nested, wanted, left)));
        });
  }
}
