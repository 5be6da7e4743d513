/**
 * What the user declared: a kernel method with its parameters and variants, read once from the
 * annotations and the syntax tree into records, and checked. Everything later works on these.
 */
@NullMarked
package dev.kiln.processor.decl;

import org.jspecify.annotations.NullMarked;
