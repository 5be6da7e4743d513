/** What the CPU adds to {@link dev.kiln.codegen.llvm}: its calling convention and its levels. */
@NullMarked
package dev.kiln.codegen.llvm.cpu;

import org.jspecify.annotations.NullMarked;
