/**
 * The documents agree with the code: tables are made from its Javadoc, samples are parts of
 * compiled files, and every name is one that exists.
 *
 * <p>Start reading at {@code PagesTest}; {@code -Dkiln.bless=true} writes what it would compare.
 */
@NullMarked
package dev.kiln.testkit.docs;

import org.jspecify.annotations.NullMarked;
