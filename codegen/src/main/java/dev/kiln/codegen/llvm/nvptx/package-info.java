/**
 * What NVIDIA's GPUs add to {@link dev.kiln.codegen.llvm}: PTX kernels for blocks of threads, and
 * the architectures that there are.
 */
@NullMarked
package dev.kiln.codegen.llvm.nvptx;

import org.jspecify.annotations.NullMarked;
