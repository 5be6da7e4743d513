package dev.kiln.testkit.filetest;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;

/** Targets by the name they print as, with the backend that owns them. */
record Targets(Backend backend, Target target) {
  static Targets of(String name) {
    Target target = Backends.target(name);
    return new Targets(Backends.forName(target.backend()), target);
  }
}
