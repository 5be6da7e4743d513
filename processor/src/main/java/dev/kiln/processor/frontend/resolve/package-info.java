/**
 * What a name outside of a method body stands for, by Java's rules, over the compiler's own model
 * of the program: the same answers in every compiler, also for classes not compiled yet.
 */
@NullMarked
package dev.kiln.processor.frontend.resolve;

import org.jspecify.annotations.NullMarked;
