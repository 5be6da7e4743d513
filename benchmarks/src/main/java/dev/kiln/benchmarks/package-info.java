/**
 * Benchmarks as programs: each prints a table of ratios against a peer that ran in the same
 * process, turn by turn, on the same random data, and writes the rows as JSON.
 */
@NullMarked
package dev.kiln.benchmarks;

import org.jspecify.annotations.NullMarked;
