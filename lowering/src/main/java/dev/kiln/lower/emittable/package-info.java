/** Passes that leave only operations that print one to one. */
@NullMarked
package dev.kiln.lower.emittable;

import org.jspecify.annotations.NullMarked;
