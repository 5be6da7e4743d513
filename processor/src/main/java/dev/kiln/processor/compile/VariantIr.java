package dev.kiln.processor.compile;

import dev.kiln.ir.Kernel;

/**
 * One variant of a kernel as the front end made it.
 *
 * @param index number of the variant
 * @param row its constants, as {@code bm=128, bn=64}
 * @param target the backend it is for; empty for all that no other row names
 * @param tile its IR
 */
public record VariantIr(int index, String row, String target, Kernel tile) {}
