package dev.kiln.codegen;

import dev.kiln.pass.Machine;

/**
 * One thing that code is made for: a backend's name and an architecture of it.
 *
 * @param backend e.g. {@code cpu}, {@code cuda}
 * @param architecture e.g. {@code x86-64-v3}, {@code sm_90a}
 * @param tag short form for symbols and file names, e.g. {@code v3}; {@code sm_90a.plain} is a
 *     spare of {@code sm_90a}, for launches that its code cannot serve
 */
public record Target(String backend, String architecture, String tag, Machine machine) {
  /** Whether code for this target only stands in for that of another. */
  public boolean isSpare() {
    return tag.indexOf('.') >= 0;
  }

  /** The tag as a part of a symbol. */
  public String suffix() {
    return tag.replace('.', '_');
  }

  @Override
  public String toString() {
    return backend + ":" + architecture;
  }
}
