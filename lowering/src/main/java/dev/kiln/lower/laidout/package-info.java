/** Passes that decide where the elements of tiles lie and what they are stored as. */
@NullMarked
package dev.kiln.lower.laidout;

import org.jspecify.annotations.NullMarked;
