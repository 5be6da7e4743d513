package dev.kiln.ir;

/** What running an operation does besides giving its result. Every operation has just one. */
public sealed interface Effect {
  /** Depends on its operands only; may be dropped, repeated or moved. */
  non-sealed interface Pure extends Effect {}

  /** Reads memory, a tile or a cell; may be dropped, not moved across a write of the same. */
  non-sealed interface Reads extends Effect {}

  /** Writes (and perhaps reads) memory, a tile or a cell. */
  non-sealed interface Writes extends Effect {}

  /** Changes no result, only how soon it is there. */
  non-sealed interface Hints extends Effect {}

  /** Makes a new buffer, memory or cell. */
  non-sealed interface Allocates extends Effect {}

  /** Holds bodies or leaves one; its effect is that of what it runs. */
  non-sealed interface Control extends Effect {}

  /** Ends the launch with an error when its condition holds. */
  non-sealed interface Traps extends Effect {}

  /** Is seen by the user; may not be dropped, repeated or moved across another one. */
  non-sealed interface Prints extends Effect {}

  /** Waits for other threads, or trades values with them; nothing moves across it. */
  non-sealed interface Synchronises extends Effect {}
}
