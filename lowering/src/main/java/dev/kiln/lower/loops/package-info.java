/** Passes over the loops that tile operations became: what runs together, and what comes early. */
@NullMarked
package dev.kiln.lower.loops;

import org.jspecify.annotations.NullMarked;
