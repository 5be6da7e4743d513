/** Passes that give on-chip memory its places. */
@NullMarked
package dev.kiln.lower.flat;

import org.jspecify.annotations.NullMarked;
