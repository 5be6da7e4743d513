/**
 * From tile IR to artifacts: runs every requested backend's pipeline over every variant that serves
 * it, and has the toolchain build the code. Knows kernels as IR only, no compiler and no syntax.
 */
@NullMarked
package dev.kiln.processor.compile;

import org.jspecify.annotations.NullMarked;
