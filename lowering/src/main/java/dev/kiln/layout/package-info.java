/**
 * Where the element at a logical index lies: an algebra of its own, which knows nothing of the IR.
 */
@NullMarked
package dev.kiln.layout;

import org.jspecify.annotations.NullMarked;
