package dev.kiln.codegen;

import dev.kiln.pass.Machine;

/**
 * One thing that code is made for: a backend's name and an architecture of it.
 *
 * @param backend e.g. {@code cpu}, {@code cuda}
 * @param architecture e.g. {@code x86-64-v3}, {@code sm_90a}
 * @param tag short form for symbols and file names, e.g. {@code v3}
 */
public record Target(String backend, String architecture, String tag, Machine machine) {
  @Override
  public String toString() {
    return backend + ":" + architecture;
  }
}
