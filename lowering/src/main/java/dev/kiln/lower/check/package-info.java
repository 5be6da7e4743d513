/**
 * Passes that find a user's mistakes which only the finished kernel shows. They change nothing, and
 * report only what is certain where launches have as many blocks, iterations and elements as the
 * kernel can be shown to allow.
 */
@NullMarked
package dev.kiln.lower.check;

import org.jspecify.annotations.NullMarked;
