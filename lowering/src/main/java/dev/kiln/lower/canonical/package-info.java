/**
 * Passes that leave a kernel's meaning and shorten its text: {@link
 * dev.kiln.lower.canonical.Simplify} is run early, so that indices can be read by other passes, and
 * late, to clean up behind them. Its algebra is a table of equations in text, by topic.
 */
@NullMarked
package dev.kiln.lower.canonical;

import org.jspecify.annotations.NullMarked;
