/**
 * What tests of all modules share: filetests, random kernels, and kernels compiled and called
 * without a runtime.
 */
@NullMarked
package dev.kiln.testkit;

import org.jspecify.annotations.NullMarked;
