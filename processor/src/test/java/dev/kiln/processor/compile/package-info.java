/** Tests of the compile driver with backends that fail on purpose. */
@NullMarked
package dev.kiln.processor.compile;

import org.jspecify.annotations.NullMarked;
