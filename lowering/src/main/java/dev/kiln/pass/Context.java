package dev.kiln.pass;

import java.util.function.Consumer;

/** What a pass gets besides the kernel: the machine, and where to report a user's mistakes. */
public record Context(Machine machine, Consumer<Problem> problems) {}
