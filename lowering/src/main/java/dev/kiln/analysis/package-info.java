/**
 * Questions about a kernel, answered by pure functions: who uses a value, what range it lies in,
 * which power of two divides it, how it varies over the iterations of a loop, what a constant
 * operation gives. Answers are records keyed by value; nothing is stored in the IR.
 */
@NullMarked
package dev.kiln.analysis;

import org.jspecify.annotations.NullMarked;
