/**
 * The verifier: what the contract of {@code dev.kiln.ir} says of every kernel, checked. {@link
 * dev.kiln.ir.check.Verifier} is where to start reading; it collects all findings and never stops
 * at the first. Code behind it relies on what it has checked.
 *
 * <ul>
 *   <li><b>Structure.</b> A prologue of pure scalar operations, then one {@code Grid}; {@code
 *       Break} and {@code Continue} last in a body of a loop that they may leave; in a {@code
 *       Parallel} only what is allowed there.
 *   <li><b>Values.</b> Each id is defined once; each use stands behind its definition, in the same
 *       body or one around it, and names the value as it was defined.
 *   <li><b>Types.</b> Each operation's operands, results and attributes fit together.
 *   <li><b>Places.</b> Nothing has none.
 * </ul>
 *
 * <p>What a stage allows beyond that is said of the facts that hold there, in {@code
 * dev.kiln.pass}.
 */
@NullMarked
package dev.kiln.ir.check;

import org.jspecify.annotations.NullMarked;
