/**
 * Passes and pipelines as data: what a pass needs and gives is declared, the order is checked when
 * a pipeline is built, and one runner verifies, dumps, times and stops. Passes never print.
 */
@NullMarked
package dev.kiln.pass;

import org.jspecify.annotations.NullMarked;
