/** Snippets of Java through the front end: to IR text, to findings, and against Java itself. */
@NullMarked
package dev.kiln.processor.frontend;

import org.jspecify.annotations.NullMarked;
