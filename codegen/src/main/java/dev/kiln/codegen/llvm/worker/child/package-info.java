/**
 * The child process: LLVM through its C API, the linker, and the loop that serves requests. The
 * only code that needs LLVM.
 */
@NullMarked
package dev.kiln.codegen.llvm.worker.child;

import org.jspecify.annotations.NullMarked;
