package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import java.util.function.Consumer;

/** What a pass gets besides the kernel: the machine, and where to report a user's mistakes. */
public record Context(Machine machine, Consumer<Problem> problems) {
  /** The same for a kernel that may ask something of the machine. */
  Context running(Kernel kernel) {
    return new Context(machine.running(kernel), problems);
  }
}
