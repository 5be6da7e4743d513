/**
 * The lowering of kernels, one pass a file, in packages by stage. {@link
 * dev.kiln.lower.CommonPasses} lists what all backends share; a backend replaces and adds by name.
 */
@NullMarked
package dev.kiln.lower;

import org.jspecify.annotations.NullMarked;
