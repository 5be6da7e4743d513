package dev.kiln.codegen;

/** What a backend delivers. */
public enum ArtifactKind {
  /** A native shared library with one entry point a unit. */
  SHARED_LIBRARY,
  /** PTX text. */
  PTX
}
