/**
 * How kernels run on the CPU: their shared library, called through {@code java.lang.foreign}, and
 * the threads that share the blocks of a launch. Not API: only {@code dev.kiln.runtime} uses it.
 */
@NullMarked
package dev.kiln.runtime.cpu;

import org.jspecify.annotations.NullMarked;
