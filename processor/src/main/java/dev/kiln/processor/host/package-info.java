/**
 * What the compiler that runs the processor can do beyond {@code javax.annotation.processing}: give
 * the source text, and show a finding at an exact place. One class a compiler; everything else in
 * the processor sees {@link dev.kiln.processor.host.Host} only.
 */
@NullMarked
package dev.kiln.processor.host;

import org.jspecify.annotations.NullMarked;
