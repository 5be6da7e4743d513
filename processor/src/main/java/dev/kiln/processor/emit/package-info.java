/**
 * What a kernel leaves behind: its launcher as Java source, and its manifest, IR texts and
 * artifacts as resources. Equal kernels give equal bytes.
 */
@NullMarked
package dev.kiln.processor.emit;

import org.jspecify.annotations.NullMarked;
