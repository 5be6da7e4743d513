package dev.kiln.processor.frontend;

/** Which part of a kernel is being translated. */
enum Place {
  /** Before {@code grid}: scalars only, also computed on the host. */
  PROLOGUE,
  /** In the body of {@code grid}: what a block does as a whole. */
  BLOCK,
  /** In the body of {@code parallel}: one element's work. */
  PARALLEL
}
