package dev.kiln.codegen;

import java.util.List;

/**
 * Prints units; the last and dullest step. All decisions were made by passes, so that it cannot
 * fail for a user's reason. Equal units give equal text.
 */
@FunctionalInterface
public interface Emitter {
  /** All units of one kernel method for this backend, to one or more jobs. */
  List<Job> emit(List<Unit> units);
}
