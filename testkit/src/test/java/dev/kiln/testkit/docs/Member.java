package dev.kiln.testkit.docs;

import java.util.List;

/**
 * A public method or constant of the language as its source declares it.
 *
 * @param owner the simple name of its type
 * @param types of the parameters, as they are written but without type arguments; a type variable
 *     is replaced by its bound
 * @param parameters the names of the parameters
 * @param sentence the first sentence of its Javadoc, as Markdown
 */
record Member(
    String owner, String name, List<String> types, List<String> parameters, String sentence) {

  /** Copies the lists. */
  Member {
    types = List.copyOf(types);
    parameters = List.copyOf(parameters);
  }
}
