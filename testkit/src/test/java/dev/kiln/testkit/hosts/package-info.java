/**
 * Kiln in the hands of what really runs it: compilers in processes of their own, Maven, and
 * Eclipse's builder, with the processor as this build has made it.
 */
@NullMarked
package dev.kiln.testkit.hosts;

import org.jspecify.annotations.NullMarked;
