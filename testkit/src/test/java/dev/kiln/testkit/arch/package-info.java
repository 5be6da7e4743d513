/**
 * The rules of the house as tests: which package may see which, what code may look like, what the
 * documents must agree with. A rule is a function from code to a list of findings; each is run on
 * Kiln's own code, where it finds nothing, and on a planted mistake, which it must find.
 */
@NullMarked
package dev.kiln.testkit.arch;

import org.jspecify.annotations.NullMarked;
