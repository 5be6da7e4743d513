package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.codegen.Backends;
import dev.kiln.interp.InterpreterException;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.text.Printer;
import dev.kiln.lang.Reference;
import dev.kiln.lang.ReferenceException;
import dev.kiln.pass.Context;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Runner;
import dev.kiln.pass.Stage;
import dev.kiln.pass.StopObserver;
import dev.kiln.processor.diagnostics.Diagnostic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * IR, unless the mistake makes it read what nothing wrote or never end. What they take although a
 * direct run in a strict mode refuses it is counted: it depends on sizes and data.
 *
 * <p>{@code ./dev fuzz} tries 5,000; {@code -Dkiln.fuzz=300} sets the number, {@code
 * -Dkiln.fuzz.seed=17} tries others, {@code -Dkiln.fuzz.report=true} lists refusals that are marked
 * elsewhere than at the change, and what is refused in Java only.
 */
class FuzzTest {
  private static final int SECONDS_FOR_ONE = 60;
  private static final double LEAST_SHARE_WITHIN = 0.9;

  /** How the interpreter says that it has stopped what would not end. */
  private static final String NO_END = "has not ended";

  /** The modes of direct runs that refuse something. */
  private static final List<Reference.Mode> STRICT =
      List.of(Reference.Mode.RACE, Reference.Mode.POISON, Reference.Mode.BOUNDS);

  /** What became of the mutants. */
  private static final class Tally {
    private int inExpression;
    private int caretWithin;
    private int rangeWithin;
    private int elsewhereChanged;
    private int leftToJavac;
    private int alike;
    private int undefined;
    private final Map<Reference.Mode, List<String>> taken = new EnumMap<>(Reference.Mode.class);
    private final List<String> elsewhere = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private double share() {
      return inExpression == 0 ? 1 : (double) rangeWithin / inExpression;
    }

    @Override
    public String toString() {
      return ("%d refused with a change in an expression, of which %.3f are marked there (%.3f by"
              + " their first character); %d refused with another change; %d left to javac;"
              + " %d ran alike; %d undefined; taken, but refused when run in Java: %s")
          .formatted(
              inExpression,
              share(),
              inExpression == 0 ? 1 : (double) caretWithin / inExpression,
              elsewhereChanged,
              leftToJavac,
              alike,
              undefined,
              taken.entrySet().stream()
                  .map(mode -> mode.getValue().size() + " by " + mode.getKey())
                  .collect(Collectors.joining(", ", "[", "]")));
    }

    private void taken(Trial trial, ReferenceException refusal) {
      taken
          .computeIfAbsent(refusal.mode(), mode -> new ArrayList<>())
          .add(trial.label() + ": " + refusal.getMessage() + "\n" + shown(trial.mutant()));
    }

    private void refused(Trial trial, List<Diagnostic> findings) {
      Mutant.Piece changed = trial.mutant().expression();
      if (changed == null) {
        elsewhereChanged++;
        return;
      }
      inExpression++;
      if (findings.stream().anyMatch(found -> isMarked(found.loc(), changed))) {
        rangeWithin++;
      } else {
        elsewhere.add(trial.label() + ": " + shown(trial.mutant()) + "\n" + findings);
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
    Map<String, Translated> originals = new HashMap<>();
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed * 1_000_003 + i);
      String path = paths.get(random.nextInt(paths.size()));
      Mutant mutant = Mutant.of(corpus.get(path), random);
      if (mutant != null) {
        Translated original =
            originals.computeIfAbsent(path, key -> Translated.of(Map.of(key, corpus.get(key))));
        String label = "seed %d number %d of %s".formatted(seed, i, path);
        tryInTime(new Trial(label, path, mutant, original), tally);
      }
    }
    System.out.println(tally);
    if (Boolean.getBoolean("kiln.fuzz.report")) {
      tally.elsewhere.forEach(System.out::println);
      tally.taken.values().forEach(all -> all.forEach(System.out::println));
    }
    assertTrue(tally.failures.isEmpty(), () -> String.join("\n\n", tally.failures));
    assertTrue(tally.share() >= LEAST_SHARE_WITHIN, tally + "\n" + tally.elsewhere);
    assertTrue(tally.alike > 0, tally.toString());
  }

  /** One mutant, and the kernels that its file had before. */
  private record Trial(String label, String path, Mutant mutant, Translated original) {}

  private static void tryInTime(Trial trial, Tally tally) throws InterruptedException {
    FutureTask<Void> task = new FutureTask<>(() -> attempt(trial, tally), null);
    Thread.ofPlatform().daemon().start(task);
    String what = trial.label() + ": " + shown(trial.mutant());
    try {
      task.get(SECONDS_FOR_ONE, TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      fail("does not end: " + what);
    } catch (ExecutionException failed) {
      StringWriter trace = new StringWriter();
      failed.getCause().printStackTrace(new PrintWriter(trace));
      String where = trace.toString().lines().limit(12).collect(Collectors.joining("\n"));
      tally.failures.add(what + "\n" + where);
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

  private static void attempt(Trial trial, Tally tally) {
    Map<String, String> source = Map.of(trial.path(), trial.mutant().text());
    Translated unchecked = Translated.unchecked(source);
    List<Diagnostic> findings = new ArrayList<>(unchecked.findings());
    unchecked.kernels().values().forEach(kernel -> findings.addAll(checked(kernel)));
    if (!findings.isEmpty()) {
      tally.refused(trial, findings);
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
      if (String.valueOf(undefined.getMessage()).contains(NO_END)) {
        return;
      }
    }
    refusals(trial.original(), translated).forEach(refusal -> tally.taken(trial, refusal));
  }

  /** What the changed kernels are refused for when they are run in Java and the originals not. */
  private static List<ReferenceException> refusals(Translated original, Translated mutant) {
    List<ReferenceException> refusals = new ArrayList<>();
    mutant
        .kernels()
        .forEach(
            (name, kernel) -> {
              Kernel before = original.kernels().get(name);
              if (before != null && !text(before).equals(text(kernel))) {
                for (Reference.Mode mode : STRICT) {
                  if (refusal(original, name, mode).isEmpty()) {
                    refusal(mutant, name, mode).ifPresent(refusals::add);
                  }
                }
              }
            });
    return refusals;
  }

  private static Optional<ReferenceException> refusal(
      Translated translated, String name, Reference.Mode mode) {
    Kernel kernel = translated.kernels().get(name);
    return Differential.of(translated, name).refusal(mode, GoldenTest.arguments(kernel));
  }

  private static String text(Kernel kernel) {
    return Printer.print(kernel, Printer.Places.HIDDEN);
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
