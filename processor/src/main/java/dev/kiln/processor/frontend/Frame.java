package dev.kiln.processor.frontend;

import dev.kiln.processor.frontend.resolve.Lookup;

/**
 * The method whose body is being translated: the kernel, or a function that is inlined into it.
 *
 * @param lookup names as its class sees them
 * @param locals its own variables
 */
record Frame(Lookup lookup, Locals locals) {}
