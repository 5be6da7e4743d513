package dev.kiln.processor.compile;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns what should not happen into a finding with a folder for the report.
 *
 * @param dump the user's dump folder; null for a temporary one
 * @param kernel the qualified name of the method
 */
public record Failures(@Nullable Path dump, String kernel) {

  /**
   * Does a step; null when it has nothing to give or fails, which is reported.
   *
   * @param step what may fail, in a word or two
   * @param context what it works on, for the report
   */
  public <T> @Nullable T guard(
      String step, String context, Loc loc, Diagnostics diagnostics, Supplier<@Nullable T> action) {
    try {
      return action.get();
    } catch (PassFailure failure) {
      report(failure, failure.pass(), failure.ir(), loc, diagnostics);
    } catch (RuntimeException | Error failure) {
      report(failure, step, context, loc, diagnostics);
    }
    return null;
  }

  /**
   * Reports a failure of Kiln.
   *
   * @param step what failed, in a word or two
   * @param context what it was working on, for the report
   */
  public void report(
      Throwable failure, String step, String context, Loc loc, Diagnostics diagnostics) {
    Throwable cause = failure instanceof PassFailure ? failure.getCause() : failure;
    diagnostics.report(
        Code.INTERNAL,
        loc,
        step,
        kernel,
        cause == null ? failure : cause,
        new Dumps(dump, kernel).failure(failure, context));
  }
}
