/**
 * The lowering of tile operations for machines whose blocks are run by one thread with vector
 * registers. {@link dev.kiln.lower.tileop.LowerTileOps} is the pass. Each operation has a class of
 * its own, and all share a {@link dev.kiln.lower.tileop.LoweringContext}, which knows where buffers
 * lie. A machine with many threads to a block brings a pass of the same name.
 */
@NullMarked
package dev.kiln.lower.tileop;

import org.jspecify.annotations.NullMarked;
