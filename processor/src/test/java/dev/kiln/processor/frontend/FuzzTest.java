package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.interp.InterpreterException;
import dev.kiln.processor.diagnostics.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Kernels with a random mistake: nothing fails within the front end, what it refuses it says why,
 * and what it and javac both take runs alike in Java and by its IR, unless the mistake makes it
 * read what nothing wrote or never end.
 *
 * <p>{@code -Dkiln.fuzz=5000} tries more, {@code -Dkiln.fuzz.seed=17} others.
 */
class FuzzTest {
  private static final Path SOURCES = Path.of("src/test/resources/frontend");
  private static final int SECONDS_FOR_ONE = 60;

  /** What became of the mutants. */
  private static final class Tally {
    private int refused;
    private int insideOfChange;
    private int leftToJavac;
    private int alike;
    private int undefined;
  }

  @Test
  void mutatedKernels() throws IOException, InterruptedException {
    int count = Integer.getInteger("kiln.fuzz", 40);
    long seed = Long.getLong("kiln.fuzz.seed", 1L);
    List<Path> files;
    try (Stream<Path> all = Files.list(SOURCES)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    Tally tally = new Tally();
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed * 1_000_003 + i);
      Path file = files.get(random.nextInt(files.size()));
      Mutant mutant = Mutant.of(Files.readString(file), random);
      if (mutant != null) {
        tryInTime("seed %d number %d".formatted(seed, i), file, mutant, tally);
      }
    }
    String result =
        "%d refused, %d of them within the change; %d left to javac; %d ran alike; %d undefined"
            .formatted(
                tally.refused,
                tally.insideOfChange,
                tally.leftToJavac,
                tally.alike,
                tally.undefined);
    assertTrue(tally.insideOfChange >= tally.refused * 0.6, result);
    assertTrue(tally.alike > 0, result);
    if (Boolean.getBoolean("kiln.fuzz.report")) {
      fail(result);
    }
  }

  private static void tryInTime(String label, Path file, Mutant mutant, Tally tally)
      throws InterruptedException {
    FutureTask<Void> task =
        new FutureTask<>(() -> attempt(file.getFileName().toString(), mutant, tally), null);
    Thread.ofPlatform().daemon().start(task);
    try {
      task.get(SECONDS_FOR_ONE, TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      fail(label + " does not end:\n" + shown(mutant));
    } catch (ExecutionException failed) {
      throw new AssertionError(label + "\n" + shown(mutant), failed.getCause());
    }
  }

  private static String shown(Mutant mutant) {
    int from = Math.max(0, mutant.text().lastIndexOf('\n', mutant.start() - 200));
    int to = Math.min(mutant.text().length(), mutant.end() + 200);
    return mutant.text().substring(from, mutant.start())
        + "«"
        + mutant.text().substring(mutant.start(), mutant.end())
        + "»"
        + mutant.text().substring(mutant.end(), to);
  }

  private static void attempt(String file, Mutant mutant, Tally tally) {
    Translated translated = Translated.of(Map.of("frontend/" + file, mutant.text()));
    if (!translated.findings().isEmpty()) {
      tally.refused++;
      if (translated.findings().stream().anyMatch(found -> isNear(found, mutant))) {
        tally.insideOfChange++;
      }
      return;
    }
    if (!translated.compiler().isEmpty()) {
      tally.leftToJavac++;
      return;
    }
    assertFalse(translated.kernels().isEmpty());
    try {
      translated
          .kernels()
          .forEach(
              (name, kernel) ->
                  Differential.of(translated, name)
                      .within(0x1p-18)
                      .agreeOn(GoldenTest.arguments(kernel)));
      tally.alike++;
    } catch (InterpreterException undefined) {
      tally.undefined++;
    }
  }

  /** Whether a finding touches the change. */
  private static boolean isNear(Diagnostic found, Mutant mutant) {
    return found.loc().start() <= mutant.end() && mutant.start() <= found.loc().end();
  }
}
