/**
 * Passes that find a user's mistakes which only the finished kernel shows. They change nothing, and
 * report only what is certain.
 */
@NullMarked
package dev.kiln.lower.check;

import org.jspecify.annotations.NullMarked;
