/**
 * Lowers tile operations for blocks that are run by many threads: what lies in memory is shared out
 * element by element, what lies in registers is worked on by the threads that hold it. Every tile
 * operation becomes one {@link dev.kiln.ir.LowOp.Phase}, or several where threads meet within it.
 */
@NullMarked
package dev.kiln.lower.thread;

import org.jspecify.annotations.NullMarked;
