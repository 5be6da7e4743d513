/** Passes that bring loops into the order that a machine wants. */
@NullMarked
package dev.kiln.lower.scheduled;

import org.jspecify.annotations.NullMarked;
