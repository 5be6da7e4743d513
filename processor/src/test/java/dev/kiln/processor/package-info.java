/** Tests of the processor through real compilers; nothing in here is called by hand. */
@NullMarked
package dev.kiln.processor;

import org.jspecify.annotations.NullMarked;
