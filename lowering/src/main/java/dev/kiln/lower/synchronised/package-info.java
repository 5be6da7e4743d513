/** Passes that keep the threads of a block apart in time. */
@NullMarked
package dev.kiln.lower.synchronised;

import org.jspecify.annotations.NullMarked;
