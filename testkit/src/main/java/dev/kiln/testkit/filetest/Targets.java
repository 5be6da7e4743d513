package dev.kiln.testkit.filetest;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;

/** Targets by the name they print as, with the backend that owns them. */
record Targets(Backend backend, Target target) {
  static Targets of(String name) {
    for (Backend backend : Backends.ALL) {
      for (Target target : backend.targets()) {
        if (target.toString().equals(name)) {
          return new Targets(backend, target);
        }
      }
    }
    throw new IllegalArgumentException("There is no target " + name + ".");
  }
}
