/**
 * From the syntax of a kernel method to tile IR, once per variant with its constants bound.
 *
 * <p>{@link dev.kiln.processor.frontend.Frontend} is the door. A translation is a walk over the
 * method's syntax: {@code Expressions} give {@code Term}s, which are typed as Java types them and
 * stay constants as long as they can; {@code Statements} append operations. What a mistake leaves
 * behind is a failed term, of which nobody complains again, so that one walk finds all mistakes.
 * Names are looked up by {@code dev.kiln.processor.frontend.resolve}.
 */
@NullMarked
package dev.kiln.processor.frontend;

import org.jspecify.annotations.NullMarked;
