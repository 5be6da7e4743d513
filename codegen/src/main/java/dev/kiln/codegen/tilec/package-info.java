/**
 * The command line for IR files: {@link dev.kiln.codegen.tilec.Tilec} prints, checks, runs, lowers
 * and emits them. For whoever works on the compiler; a user's build never runs it.
 */
@NullMarked
package dev.kiln.codegen.tilec;

import org.jspecify.annotations.NullMarked;
