/**
 * What the compiler knows of targets. A {@link dev.kiln.codegen.Backend} is one immutable record;
 * nothing outside the packages of a backend asks which target it is.
 */
@NullMarked
package dev.kiln.codegen;

import org.jspecify.annotations.NullMarked;
