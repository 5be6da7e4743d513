package dev.kiln.codegen;

import java.util.List;

/**
 * Prints units; the last and dullest step. All decisions were made by passes, so that it cannot
 * fail for a user's reason. Equal units give equal text.
 */
public interface Emitter {
  /**
   * All units of one kernel method for this backend, to one or more jobs.
   *
   * @param traps of these units and perhaps of other backends'
   */
  List<Job> emit(List<Unit> units, TrapSites traps);

  /** Units of a kernel method that is compiled for no other backend. */
  default List<Job> emit(List<Unit> units) {
    return emit(units, TrapSites.of(units));
  }

  /** Those of the units of one kernel method for this backend that launches may need. */
  default List<Unit> needed(List<Unit> units) {
    return units;
  }
}
