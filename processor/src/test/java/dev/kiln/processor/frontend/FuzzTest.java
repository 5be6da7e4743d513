package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.codegen.Backends;
import dev.kiln.interp.InterpreterException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.pass.Context;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.Stage;
import dev.kiln.pass.StopObserver;
import dev.kiln.processor.diagnostics.Diagnostic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Kernels with a random mistake: nothing fails within the front end and the checks, what they
 * refuse they say why and where, and what they and javac both take runs alike in Java and by its
 * IR, unless the mistake makes it read what nothing wrote or never end.
 *
 * <p>{@code ./dev fuzz} tries 5,000; {@code -Dkiln.fuzz=300} sets the number, {@code
 * -Dkiln.fuzz.seed=17} tries others, {@code -Dkiln.fuzz.report=true} lists refusals that are marked
 * elsewhere than at the change.
 */
class FuzzTest {
  private static final int SECONDS_FOR_ONE = 60;
  private static final double LEAST_SHARE_WITHIN = 0.9;

  /** What became of the mutants. */
  private static final class Tally {
    private int inExpression;
    private int caretWithin;
    private int rangeWithin;
    private int elsewhereChanged;
    private int leftToJavac;
    private int alike;
    private int undefined;
    private final List<String> elsewhere = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private double share() {
      return inExpression == 0 ? 1 : (double) rangeWithin / inExpression;
    }

    @Override
    public String toString() {
      return ("%d refused with a change in an expression, of which %.3f are marked there (%.3f by"
              + " their first character); %d refused with another change; %d left to javac;"
              + " %d ran alike; %d undefined")
          .formatted(
              inExpression,
              share(),
              inExpression == 0 ? 1 : (double) caretWithin / inExpression,
              elsewhereChanged,
              leftToJavac,
              alike,
              undefined);
    }

    private void refused(String label, Mutant mutant, List<Diagnostic> findings) {
      Mutant.Piece changed = mutant.expression();
      if (changed == null) {
        elsewhereChanged++;
        return;
      }
      inExpression++;
      if (findings.stream().anyMatch(found -> isMarked(found.loc(), changed))) {
        rangeWithin++;
      } else {
        elsewhere.add(label + ": " + shown(mutant) + "\n" + findings);
      }
      if (findings.stream().anyMatch(found -> isStarted(found.loc(), changed))) {
        caretWithin++;
      }
    }

    /** Whether a place, or a call that led to it, shares text with the changed expression. */
    private static boolean isMarked(Loc place, Mutant.Piece changed) {
      for (Loc loc = place; loc != null; loc = loc.caller()) {
        if (loc.start() <= changed.end() && changed.start() <= loc.end()) {
          return true;
        }
      }
      return false;
    }

    private static boolean isStarted(Loc place, Mutant.Piece changed) {
      return changed.start() <= place.start() && place.start() <= changed.end();
    }
  }

  @Test
  void mutatedKernels() throws InterruptedException {
    int count = Integer.getInteger("kiln.fuzz", 150);
    long seed = Long.getLong("kiln.fuzz.seed", 1L);
    Map<String, String> corpus = Corpus.all();
    List<String> paths = List.copyOf(corpus.keySet());
    Tally tally = new Tally();
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed * 1_000_003 + i);
      String path = paths.get(random.nextInt(paths.size()));
      Mutant mutant = Mutant.of(corpus.get(path), random);
      if (mutant != null) {
        tryInTime("seed %d number %d".formatted(seed, i), path, mutant, tally);
      }
    }
    System.out.println(tally);
    if (Boolean.getBoolean("kiln.fuzz.report")) {
      tally.elsewhere.forEach(System.out::println);
    }
    assertTrue(tally.failures.isEmpty(), () -> String.join("\n\n", tally.failures));
    assertTrue(tally.share() >= LEAST_SHARE_WITHIN, tally + "\n" + tally.elsewhere);
    assertTrue(tally.alike > 0, tally.toString());
  }

  private static void tryInTime(String label, String path, Mutant mutant, Tally tally)
      throws InterruptedException {
    FutureTask<Void> task = new FutureTask<>(() -> attempt(label, path, mutant, tally), null);
    Thread.ofPlatform().daemon().start(task);
    try {
      task.get(SECONDS_FOR_ONE, TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      fail(label + " does not end:\n" + shown(mutant));
    } catch (ExecutionException failed) {
      StringWriter trace = new StringWriter();
      failed.getCause().printStackTrace(new PrintWriter(trace));
      String where = trace.toString().lines().limit(12).collect(Collectors.joining("\n"));
      tally.failures.add(label + " of " + path + ": " + shown(mutant) + "\n" + where);
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

  private static void attempt(String label, String path, Mutant mutant, Tally tally) {
    Map<String, String> source = Map.of(path, mutant.text());
    Translated unchecked = Translated.unchecked(source);
    List<Diagnostic> findings = new ArrayList<>(unchecked.findings());
    unchecked.kernels().values().forEach(kernel -> findings.addAll(checked(kernel)));
    if (!findings.isEmpty()) {
      tally.refused(label, mutant, findings);
      return;
    }
    Translated translated = Translated.of(source);
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

  /** What the checks behind the front end refuse. */
  private static List<Diagnostic> checked(Kernel kernel) {
    List<Problem> problems = new ArrayList<>();
    Runner.run(
        Backends.forName("cpu").pipeline(),
        kernel,
        new Context(Backends.target("cpu:x86-64-v3").machine(), problems::add),
        new StopObserver(Stage.CHECKED.name()));
    return problems.stream().map(Diagnostic::of).toList();
  }
}
