/** Tests of the compilation in the worker's process. */
@NullMarked
package dev.kiln.processor.worker;

import org.jspecify.annotations.NullMarked;
