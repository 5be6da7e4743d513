/**
 * What Kiln says to the user: the catalogue of codes, findings at positions, and the sink that
 * collects them per kernel. Nothing in here knows which compiler shows the findings.
 */
@NullMarked
package dev.kiln.processor.diagnostics;

import org.jspecify.annotations.NullMarked;
