package dev.kiln.codegen;

import dev.kiln.ir.Kernel;

/**
 * A kernel that has reached {@code EMITTABLE} for one target.
 *
 * @param symbol the name of its entry point, e.g. {@code kiln_k0_v3}
 */
public record Unit(String symbol, Target target, Kernel kernel) {}
