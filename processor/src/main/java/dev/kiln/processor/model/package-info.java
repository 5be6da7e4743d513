/**
 * The compiler's model of the program, carried into another process. {@link
 * dev.kiln.processor.model.ModelAnswers} answers questions about classes in the compiler, {@link
 * dev.kiln.processor.model.RemoteClasses} asks them and shows the answers as elements and types of
 * {@code javax.lang.model} again, so that whoever reads kernels need not know where it runs.
 *
 * <p>Nothing is asked that is not needed: to look at a member's type may be what a compiler
 * complains about, when the type has still to be generated.
 */
@NullMarked
package dev.kiln.processor.model;

import org.jspecify.annotations.NullMarked;
