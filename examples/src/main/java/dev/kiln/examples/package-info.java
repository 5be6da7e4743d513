/**
 * Kernels to learn from, one topic a class. Each is plain Java that also runs when its method is
 * called directly; beside each the processor puts a launcher, as {@code VectorAddKernel}.
 */
package dev.kiln.examples;
